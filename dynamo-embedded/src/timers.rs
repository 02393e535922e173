//! Virtual time: a wait is over as soon as nothing else is left to do, and the time it would have
//! taken has passed.

use std::collections::BTreeMap;
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use aws_smithy_async::rt::sleep::{AsyncSleep, Sleep};

use super::clock::EngineClock;

/// How often everything else that is ready may run before time moves forward: a task that waits for
/// another's message, which waits for a third's, needs one turn for each.
const TURNS: u8 = 4;

/// The waits of one engine's clients, and how much time they have taken together.
#[derive(Default)]
pub(super) struct Timers(Mutex<TimerState>);

#[derive(Default)]
struct TimerState {
    /// The virtual time since the engine was opened.
    waited: Duration,
    /// Waits by the time they end, and in the order they began.
    waiting: BTreeMap<(Duration, u64), Waker>,
    begun: u64,
    /// Requests that another thread is answering; time stands still meanwhile.
    working: usize,
}

impl Timers {
    /// Returns the virtual time that has passed.
    pub(super) fn waited(&self) -> Duration {
        self.state().waited
    }

    /// Moves time forward by this much, past the waits that end within it.
    pub(super) fn pass(&self, duration: Duration) {
        let mut state = self.state();
        state.waited = state.waited.saturating_add(duration);
        let wakers: Vec<Waker> = state.waiting.values().cloned().collect();
        // A waker runs executor code, which may drop a wait.
        drop(state);
        wakers.into_iter().for_each(Waker::wake);
    }

    /// Keeps time from passing until the returned value is dropped.
    pub(super) fn hold(clock: Arc<EngineClock>) -> Hold {
        clock.timers().state().working += 1;
        Hold(clock)
    }

    fn state(&self) -> MutexGuard<'_, TimerState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TimerState {
    /// Moves time forward to the end of the earliest wait, and returns its waker.
    fn advance(&mut self) -> Option<Waker> {
        let ((end, _), waker) = self.waiting.pop_first()?;
        self.waited = self.waited.max(end);
        Some(waker)
    }
}

impl fmt::Debug for Timers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.state();
        f.debug_struct("Timers")
            .field("waited", &state.waited)
            .field("waiting", &state.waiting.len())
            .finish_non_exhaustive()
    }
}

/// A request is being answered on another thread.
pub(super) struct Hold(Arc<EngineClock>);

impl Drop for Hold {
    fn drop(&mut self) {
        let mut state = self.0.timers().state();
        state.working -= 1;
        if state.working > 0 {
            return;
        }
        let wakers: Vec<Waker> = state.waiting.values().cloned().collect();
        drop(state);
        wakers.into_iter().for_each(Waker::wake);
    }
}

/// The SDK's sleep implementation, for retries and timeouts.
#[derive(Clone, Debug)]
pub(super) struct VirtualSleep(pub(super) Arc<EngineClock>);

impl AsyncSleep for VirtualSleep {
    fn sleep(&self, duration: Duration) -> Sleep {
        Sleep::new(Wait::new(Arc::clone(&self.0), duration))
    }
}

/// One wait. It counts from its creation, like a timer, and holds nothing up until it is polled.
struct Wait {
    clock: Arc<EngineClock>,
    end: Duration,
    number: Option<u64>,
    turns: u8,
}

impl Wait {
    fn new(clock: Arc<EngineClock>, duration: Duration) -> Self {
        let end = clock.timers().waited().saturating_add(duration);
        Self {
            clock,
            end,
            number: None,
            turns: TURNS,
        }
    }
}

impl Future for Wait {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let this = self.get_mut();
        let mut state = this.clock.timers().state();
        if state.waited >= this.end {
            return Poll::Ready(());
        }
        let number = *this.number.get_or_insert_with(|| {
            state.begun += 1;
            state.begun
        });
        let replaced = state
            .waiting
            .insert((this.end, number), context.waker().clone());
        let works = state.working > 0;
        let first = match this.turns {
            _ if works => None,
            // Not this wait but the earliest: it may belong to something that is not polled at the
            // moment, and must be over first.
            0 => state.advance(),
            _ => None,
        };
        let over = state.waited >= this.end;
        // A waker runs executor code, which may drop another wait.
        drop(state);
        drop(replaced);
        this.turns = this.turns.saturating_sub(1);
        if let Some(first) = first {
            first.wake();
        }
        if over {
            return Poll::Ready(());
        }
        if !works {
            context.waker().wake_by_ref();
        }
        Poll::Pending
    }
}

impl Drop for Wait {
    fn drop(&mut self) {
        if let Some(number) = self.number {
            self.clock
                .timers()
                .state()
                .waiting
                .remove(&(self.end, number));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use super::*;

    fn second(count: u64) -> Duration {
        Duration::from_secs(count)
    }

    fn clock() -> (Arc<EngineClock>, VirtualSleep) {
        let clock = Arc::new(EngineClock::default());
        (clock.clone(), VirtualSleep(clock))
    }

    #[tokio::test]
    async fn a_wait_moves_time_on_by_its_length() {
        let (clock, sleep) = clock();
        sleep.sleep(second(3600)).await;
        sleep.sleep(second(1)).await;
        assert_eq!(clock.timers().waited(), second(3601));
    }

    #[tokio::test]
    async fn waits_side_by_side_pass_together_and_end_in_order() {
        let (clock, sleep) = clock();
        let order = Mutex::new(Vec::new());
        let wait = async |name, first, then| {
            sleep.sleep(second(first)).await;
            order.lock().expect("order").push((name, 1));
            sleep.sleep(second(then)).await;
            order.lock().expect("order").push((name, 2));
        };
        tokio::join!(wait('a', 10, 1), wait('b', 3, 4), wait('c', 1, 1));
        assert_eq!(
            *order.lock().expect("order"),
            [('c', 1), ('c', 2), ('b', 1), ('b', 2), ('a', 1), ('a', 2)]
        );
        assert_eq!(clock.timers().waited(), second(11));
    }

    #[tokio::test]
    async fn a_timeout_ends_first_only_where_it_is_shorter() {
        let (clock, sleep) = clock();
        let timed = async |answer, limit| {
            let answer = sleep.sleep(second(answer));
            aws_smithy_async::future::timeout::Timeout::new(answer, sleep.sleep(second(limit)))
                .await
                .is_ok()
        };
        assert!(timed(1, 30).await);
        assert_eq!(clock.timers().waited(), second(1));
        assert!(!timed(30, 1).await);
        assert_eq!(clock.timers().waited(), second(2));
    }

    #[tokio::test]
    async fn a_wait_that_is_kept_without_being_polled_holds_nothing_up() {
        let (clock, sleep) = clock();
        let mut kept = sleep.sleep(second(1));
        poll_fn(|context| {
            assert!(Pin::new(&mut kept).poll(context).is_pending());
            Poll::Ready(())
        })
        .await;
        sleep.sleep(second(5)).await;
        kept.await;
        assert_eq!(clock.timers().waited(), second(5));
    }

    #[tokio::test]
    async fn time_that_is_moved_on_ends_the_waits_within_it() {
        let (clock, sleep) = clock();
        let (short, long) = (sleep.sleep(second(5)), sleep.sleep(second(30)));
        clock.timers().pass(second(20));
        short.await;
        assert_eq!(clock.timers().waited(), second(20));
        long.await;
        assert_eq!(clock.timers().waited(), second(30));
    }

    #[tokio::test]
    async fn time_stands_still_while_another_thread_works() {
        let (clock, sleep) = clock();
        let hold = Timers::hold(clock.clone());
        let (work, wait) = tokio::join!(
            async {
                for _ in 0..100 {
                    tokio::task::yield_now().await;
                }
                let waited = clock.timers().waited();
                drop(hold);
                waited
            },
            async {
                sleep.sleep(second(9)).await;
                clock.timers().waited()
            }
        );
        assert_eq!((work, wait), (Duration::ZERO, second(9)));
    }
}
