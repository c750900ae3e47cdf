//! The buzzer: short sounds, one after the other. Nothing is ever told by sound alone.

use damiera::game::Sound;
use embassy_rp::clocks::clk_sys_freq;
use embassy_rp::pwm::{Config, Pwm};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use embassy_time::{Duration, Timer};

use super::parts::silent;

/// Which output of its PWM slice the buzzer hangs on.
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

/// More than a few sounds at once are one sound.
static SOUNDS: Channel<CriticalSectionRawMutex, Sound, 4> = Channel::new();

/// The slice counts at clk_sys through this divider, so that the lowest tone fits into 16 bits.
const DIVIDER: u8 = 64;

/// Plays a sound after those already waiting. A board without a buzzer drops it.
pub(crate) fn play(sound: Sound) {
    // A full queue is loud enough.
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

/// Plays for ever.
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
