//! The USB port: a CDC-ACM serial port with the protocol of `docs/PROTOCOL.md`. The game does not
//! wait for it, whether or not a PC reads.

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

/// Vendor id of pid.codes.
const VENDOR: u16 = 0x1209;
/// Product id that pid.codes reserves for private tests: a PC finds a board by its product name and
/// serial number.
const PRODUCT: u16 = 0x0001;
/// Packet size of a full-speed bulk endpoint, in bytes.
const PACKET: usize = 64;
/// Most bytes sent in a packet: a full packet would need an empty one after it to end the transfer.
const WRITE_MAX: usize = PACKET - 1;
/// USB write timeout; afterwards DTR is checked again.
const WRITE_TIMEOUT: Duration = Duration::from_millis(200);
/// Wait before bytes that the board did not take are offered again.
const RETRY_INTERVAL: Duration = Duration::from_millis(2);

/// Sets the port up with the board's serial number and starts its three tasks.
pub(super) fn start(spawner: Spawner, usb: Peri<'static, USB>, id: UniqueId, board: Shared) {
    static SERIAL_NUMBER: StaticCell<heapless::String<16>> = StaticCell::new();
    static CONFIG_DESCRIPTOR: StaticCell<[u8; 128]> = StaticCell::new();
    static BOS_DESCRIPTOR: StaticCell<[u8; 32]> = StaticCell::new();
    static CONTROL_BUFFER: StaticCell<[u8; 64]> = StaticCell::new();
    static CDC_STATE: StaticCell<State<'_>> = StaticCell::new();

    let serial = SERIAL_NUMBER.init(heapless::String::new());
    for byte in id {
        // Never fails: eight bytes are 16 digits, the capacity.
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
        CONFIG_DESCRIPTOR.init([0; 128]),
        BOS_DESCRIPTOR.init([0; 32]),
        &mut [],
        CONTROL_BUFFER.init([0; 64]),
    );
    let port = CdcAcmClass::new(&mut builder, CDC_STATE.init(State::new()), PACKET as u16);
    let (sender, receiver, control) = port.split_with_control();
    spawner.spawn(unwrap!(serve(builder.build())));
    spawner.spawn(unwrap!(send(sender, control, board)));
    spawner.spawn(unwrap!(receive(receiver, board)));
}

/// Runs the USB device: requests of the host, resets, suspend. Reports to the watchdog.
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
            // A `run` that misses a reset is dropped; the next one handles it.
            select(device.run(), missed_bus_reset()).await;
        }
    };
    join(serving, reports).await.0
}

/// Waits until a bus reset has been pending for 10 ms, so the driver does not handle it.
///
/// A cable pulled in the middle of a control transfer leaves the driver waiting for the rest of the
/// transfer. It then handles no reset, and the next host could not enumerate the board.
async fn missed_bus_reset() {
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

/// Sends the board's output while a PC has the port open (DTR).
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
            let mut packet = [0; WRITE_MAX];
            let length = output(board, &mut packet);
            if length == 0 {
                match select(USB_TX_READY.wait(), control.control_changed()).await {
                    Either::First(()) => continue,
                    // The port was closed, or opened again after the cable was unplugged, which
                    // gives no other signal: the connection starts anew.
                    Either::Second(()) => break,
                }
            }
            // After a timeout the same bytes are offered again, as long as the port is open.
            match with_timeout(WRITE_TIMEOUT, sender.write_packet(&packet[..length])).await {
                Ok(Ok(())) => board.borrow_mut().sent(length),
                Ok(Err(_)) => break,
                Err(_) => {}
            }
        }
        connected(board, false);
    }
}

/// Gives the bytes that a PC sends to the board.
#[embassy_executor::task]
async fn receive(mut receiver: Receiver<'static, Port>, board: Shared) -> ! {
    let mut packet = [0; PACKET];
    loop {
        receiver.wait_connection().await;
        while let Ok(length) = receiver.read_packet(&mut packet).await {
            let mut bytes = &packet[..length];
            // Bytes of a program that has closed the port are dropped.
            while !bytes.is_empty() && receiver.dtr() {
                let taken = board.borrow_mut().receive(bytes, now());
                bytes = &bytes[taken..];
                USB_TX_READY.signal(());
                GAME_WAKE.signal(());
                if !bytes.is_empty() {
                    // The board takes the rest when it has answered the pending command.
                    Timer::after(RETRY_INTERVAL).await;
                }
            }
        }
    }
}

/// Tells the board that the port was opened or closed, and wakes the game task.
fn connected(board: Shared, connected: bool) {
    board.borrow_mut().connected(connected, now());
    GAME_WAKE.signal(());
}

/// Copies the next bytes to send into `packet` and returns their number.
fn output(board: Shared, packet: &mut [u8]) -> usize {
    let mut board = board.borrow_mut();
    let bytes = board.output();
    let length = bytes.len().min(packet.len());
    packet[..length].copy_from_slice(&bytes[..length]);
    length
}
