//! The USB port: one serial line, on which the board tells what happens. Whether somebody listens
//! makes no difference to the game.

use core::fmt::Write;

use damiera::event::Event;
use defmt::unwrap;
use embassy_executor::Spawner;
use embassy_futures::join::join;
use embassy_futures::select::{Either, select};
use embassy_rp::Peri;
use embassy_rp::bind_interrupts;
use embassy_rp::peripherals::USB;
use embassy_rp::usb::{Driver, InterruptHandler};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use embassy_time::{Duration, Timer, with_timeout};
use embassy_usb::class::cdc_acm::{CdcAcmClass, ControlChanged, Receiver, Sender, State};
use embassy_usb::{Builder, Config, UsbDevice};
use static_cell::StaticCell;

use super::storage::UniqueId;
use super::watchdog::{self, Task};

bind_interrupts!(struct Interrupts {
    USBCTRL_IRQ => InterruptHandler<USB>;
});

type Port = Driver<'static, USB>;

/// Reserved for private tests: a board is found by its product and its number.
const VENDOR: u16 = 0x1209;
const PRODUCT: u16 = 0x0001;
/// What a full-speed bulk endpoint carries at once.
const PACKET: usize = 64;
/// Whoever does not read for so long loses the frame. Nothing waits for him.
const PATIENCE: Duration = Duration::from_millis(200);

/// Events on their way out. One that finds no room is lost here, not in the journal.
static OUTGOING: Channel<CriticalSectionRawMutex, Event, 16> = Channel::new();

/// Tells an event to whoever listens.
pub(crate) fn tell(event: Event) {
    if OUTGOING.try_send(event).is_err() {
        defmt::debug!("nobody reads");
    }
}

/// Sets the port up under the number of this board and starts its three tasks, on the executor on
/// which this one runs: they cannot be handed from one executor to another.
#[embassy_executor::task]
pub(crate) async fn start(usb: Peri<'static, USB>, id: UniqueId) {
    static SERIAL: StaticCell<heapless::String<16>> = StaticCell::new();
    static CONFIGURATION: StaticCell<[u8; 128]> = StaticCell::new();
    static BOS: StaticCell<[u8; 32]> = StaticCell::new();
    static CONTROL: StaticCell<[u8; 64]> = StaticCell::new();
    static STATE: StaticCell<State<'_>> = StaticCell::new();

    let serial = SERIAL.init(heapless::String::new());
    for byte in id {
        // Two digits for each of eight bytes just fit.
        let _ = write!(serial, "{byte:02X}");
    }
    let mut config = Config::new(VENDOR, PRODUCT);
    config.manufacturer = Some("Damiera");
    config.product = Some("Damiera");
    config.serial_number = Some(serial);
    config.max_packet_size_0 = PACKET as u8;
    let mut builder = Builder::new(
        Driver::new(usb, Interrupts),
        config,
        CONFIGURATION.init([0; 128]),
        BOS.init([0; 32]),
        &mut [],
        CONTROL.init([0; 64]),
    );
    let port = CdcAcmClass::new(&mut builder, STATE.init(State::new()), PACKET as u16);
    let (sender, receiver, control) = port.split_with_control();
    // SAFETY: this is a task of embassy's executor.
    let spawner = unsafe { Spawner::for_current_executor() }.await;
    spawner.spawn(unwrap!(serve(builder.build())));
    spawner.spawn(unwrap!(send(sender, control)));
    spawner.spawn(unwrap!(receive(receiver)));
}

/// Serves the bus for ever: requests of the host, resets, sleep.
#[embassy_executor::task]
async fn serve(mut device: UsbDevice<'static, Port>) -> ! {
    let reports = async {
        loop {
            watchdog::report(Task::Usb);
            Timer::after(Duration::from_millis(300)).await;
        }
    };
    join(device.run(), reports).await.0
}

/// Sends for ever.
#[embassy_executor::task]
async fn send(mut sender: Sender<'static, Port>, control: ControlChanged<'static>) -> ! {
    loop {
        sender.wait_connection().await;
        while !control.dtr() {
            control.control_changed().await;
        }
        // Who comes late asks for what he has missed.
        OUTGOING.clear();
        greet(&mut sender).await;
        while control.dtr() {
            match select(OUTGOING.receive(), control.control_changed()).await {
                Either::First(event) => tell_line(&mut sender, &event).await,
                Either::Second(()) => {}
            }
        }
    }
}

/// Takes what a PC sends, for ever.
#[embassy_executor::task]
async fn receive(mut receiver: Receiver<'static, Port>) -> ! {
    let mut packet = [0; PACKET];
    loop {
        receiver.wait_connection().await;
        // Not to take it would keep the PC's programs waiting.
        while receiver.read_packet(&mut packet).await.is_ok() {}
    }
}

// Until the protocol takes over: lines of text.

async fn greet(sender: &mut Sender<'static, Port>) {
    write(sender, concat!("Damiera ", env!("DAMIERA_VERSION"), "\r\n").as_bytes()).await;
}

async fn tell_line(sender: &mut Sender<'static, Port>, event: &Event) {
    let mut line = heapless::String::<48>::new();
    // Three numbers of ten digits fit.
    let _ = write!(line, "event {} {} {}\r\n", event.game, event.number, event.at);
    write(sender, line.as_bytes()).await;
}

/// Sends some bytes, or drops the rest where nobody takes them in time.
async fn write(sender: &mut Sender<'static, Port>, bytes: &[u8]) {
    for packet in bytes.chunks(PACKET) {
        match with_timeout(PATIENCE, sender.write_packet(packet)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return,
        }
    }
}
