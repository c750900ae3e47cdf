//! The task of the buzzer: plays queued sounds one after the other. The display shows the reason of
//! each sound.

use damiera::game::Sound;
use embassy_rp::clocks::clk_sys_freq;
use embassy_rp::pwm::{Config, Pwm};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use embassy_time::{Duration, Timer};

use super::parts::silent;

/// The output of its PWM slice that the buzzer is wired to.
#[derive(Clone, Copy)]
#[allow(dead_code, reason = "each board uses one of them")]
pub(crate) enum Output {
    A,
    B,
}

/// A piezo on a PWM pin.
pub(crate) struct Buzzer {
    pwm: Pwm<'static>,
    output: Output,
}

/// Queue of the sounds to play. Four last at most two seconds; [`play`] drops further ones.
static SOUNDS: Channel<CriticalSectionRawMutex, Sound, 4> = Channel::new();

/// Divider of clk_sys for the PWM counter: the lowest tone, 1,500 Hz at 125 MHz, then has a period of
/// 1,302 counts, which fits into 16 bits.
const DIVIDER: u8 = 64;

/// Queues a sound; drops it when the queue is full, as it stays on a board without a buzzer.
pub(crate) fn play(sound: Sound) {
    // Dropped: four sounds already call for attention.
    let _ = SOUNDS.try_send(sound);
}

impl Buzzer {
    pub(crate) fn new(pwm: Pwm<'static>, output: Output) -> Self {
        Self { pwm, output }
    }

    async fn tone(&mut self, hertz: u32, length: Duration) {
        let mut config = Config::default();
        config.divider = DIVIDER.into();
        config.top = (clk_sys_freq() / u32::from(DIVIDER) / hertz - 1) as u16;
        match self.output {
            Output::A => config.compare_a = config.top / 2,
            Output::B => config.compare_b = config.top / 2,
        }
        self.pwm.set_config(&config);
        Timer::after(length).await;
        self.pwm.set_config(&silent());
    }
}

/// Plays the sounds of [`SOUNDS`] as they come.
#[embassy_executor::task]
pub(crate) async fn task(mut buzzer: Buzzer) -> ! {
    loop {
        let (hertz, millis, times) = match SOUNDS.receive().await {
            Sound::Attention => (2_700, 60, 2),
            Sound::Low => (2_000, 40, 1),
            Sound::Flag => (1_500, 400, 1),
        };
        for _ in 0..times {
            buzzer.tone(hertz, Duration::from_millis(millis)).await;
            Timer::after(Duration::from_millis(40)).await;
        }
    }
}
