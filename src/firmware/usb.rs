//! The USB port: one serial line, on which the board tells what happens. Whether somebody listens
//! makes no difference to the game.

use core::fmt::Write;

use defmt::unwrap;
use embassy_executor::Spawner;
use embassy_futures::join::join;
use embassy_futures::select::{Either, select};
use embassy_rp::bind_interrupts;
use embassy_rp::peripherals::USB;
use embassy_rp::usb::{Driver, InterruptHandler};
use embassy_rp::{Peri, pac};
use embassy_time::{Duration, Timer, with_timeout};
use embassy_usb::class::cdc_acm::{CdcAcmClass, ControlChanged, Receiver, Sender, State};
use embassy_usb::{Builder, Config, UsbDevice};
use static_cell::StaticCell;

use super::scan::now;
use super::startup::{GAME_WAKE, Shared, USB_TX_READY};
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
/// What is sent at once. A full packet would leave the PC waiting for the rest of it.
const PIECE: usize = PACKET - 1;
/// So long a packet waits for its reader before it is looked whether he is still there. Nothing else
/// waits for him.
const PATIENCE: Duration = Duration::from_millis(200);
/// Until bytes that could not be taken are offered again.
const WAIT: Duration = Duration::from_millis(2);

/// Sets the port up under the number of this board and starts its three tasks.
#[inline(never)]
pub(super) fn start(spawner: Spawner, usb: Peri<'static, USB>, id: UniqueId, board: Shared) {
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
    spawner.spawn(unwrap!(serve(builder.build())));
    spawner.spawn(unwrap!(send(sender, control, board)));
    spawner.spawn(unwrap!(receive(receiver, board)));
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
    let serving = async {
        loop {
            // Dropped in the middle of a transfer whose host is gone, it takes up the reset next.
            select(device.run(), passed_over()).await;
        }
    };
    join(serving, reports).await.0
}

/// Waits until a reset of the bus has been passed over.
///
/// Whoever pulls the cable in the middle of a control transfer leaves the driver waiting for the rest
/// of it, and the driver then looks at nothing else: the next host would find nobody.
async fn passed_over() {
    let mut before = false;
    loop {
        Timer::after(Duration::from_millis(10)).await;
        let pending = pac::USB.sie_status().read().bus_reset();
        if pending && before {
            return;
        }
        before = pending;
    }
}

/// Sends for ever.
#[embassy_executor::task]
async fn send(
    mut sender: Sender<'static, Port>,
    control: ControlChanged<'static>,
    board: Shared,
) -> ! {
    loop {
        sender.wait_connection().await;
        while !control.dtr() {
            control.control_changed().await;
        }
        connected(board, true);
        while control.dtr() {
            let mut packet = [0; PIECE];
            let length = output(board, &mut packet);
            if length == 0 {
                match select(USB_TX_READY.wait(), control.control_changed()).await {
                    Either::First(()) => continue,
                    // Somebody opens the port, perhaps after the cable was out, which nothing else
                    // tells: whoever it is, he begins anew.
                    Either::Second(()) => break,
                }
            }
            // Who does not read gets it later, as long as he has the port open.
            match with_timeout(PATIENCE, sender.write_packet(&packet[..length])).await {
                Ok(Ok(())) => board.borrow_mut().sent(length),
                Ok(Err(_)) => break,
                Err(_) => {}
            }
        }
        connected(board, false);
    }
}

/// Takes what a PC sends, for ever.
#[embassy_executor::task]
async fn receive(mut receiver: Receiver<'static, Port>, board: Shared) -> ! {
    let mut packet = [0; PACKET];
    loop {
        receiver.wait_connection().await;
        while let Ok(length) = receiver.read_packet(&mut packet).await {
            let mut bytes = &packet[..length];
            // What somebody left behind who closed the port is nobody's.
            while !bytes.is_empty() && receiver.dtr() {
                let taken = take(board, bytes);
                bytes = &bytes[taken..];
                USB_TX_READY.signal(());
                GAME_WAKE.signal(());
                if !bytes.is_empty() {
                    // A command is not answered yet: the rest has to wait.
                    Timer::after(WAIT).await;
                }
            }
        }
    }
}

/// Gives the board what has come, and says how much of it was taken.
// Not inlined: what lies around an `await` has its values in RAM.
#[inline(never)]
fn take(board: Shared, bytes: &[u8]) -> usize {
    board.borrow_mut().receive(bytes, now())
}

fn connected(board: Shared, connected: bool) {
    board.borrow_mut().connected(connected, now());
    GAME_WAKE.signal(());
}

/// Copies what is to be sent next, and says how much.
fn output(board: Shared, packet: &mut [u8]) -> usize {
    let mut board = board.borrow_mut();
    let bytes = board.output();
    let length = bytes.len().min(packet.len());
    packet[..length].copy_from_slice(&bytes[..length]);
    length
}
