//! Reproducible random numbers: the same for the same seed, on every machine and in every version.

/// A source of numbers (`SplitMix64`).
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// The random numbers of one request, which do not depend on those drawn before it.
    pub(super) fn of_request(seed: u64, number: u64) -> Self {
        let mut random = Self(seed);
        random.0 ^= random.draw().wrapping_add(number).rotate_left(17);
        random.draw();
        random
    }

    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Returns a number from 0 to below 1.
    pub(super) fn share(&mut self) -> f64 {
        let bits = u32::try_from(self.draw() >> 32).unwrap_or_default();
        f64::from(bits) / (f64::from(u32::MAX) + 1.0)
    }

    /// Returns a number below `end`; zero if there is none.
    pub(super) fn below(&mut self, end: usize) -> usize {
        let end = end as u64;
        let number = self.draw().checked_rem(end).unwrap_or_default();
        usize::try_from(number).unwrap_or_default()
    }

    /// Chooses some of `count` things: at least one but not all, if there are two or more.
    pub(super) fn some_of(&mut self, count: usize) -> Vec<bool> {
        let mut chosen = vec![false; count];
        if count < 2 {
            return chosen;
        }
        let size = 1 + self.below(count - 1);
        let mut rest: Vec<usize> = (0..count).collect();
        for _ in 0..size {
            let position = self.below(rest.len());
            chosen[rest.swap_remove(position)] = true;
        }
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_fill_the_range_evenly() {
        let mut tenths = [0; 10];
        for number in 0..10_000 {
            let share = Random::of_request(7, number).share();
            assert!((0.0..1.0).contains(&share), "{share}");
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "0 to 9"
            )]
            let tenth = (share * 10.0) as usize;
            tenths[tenth] += 1;
        }
        assert!(
            tenths.iter().all(|count| (800..1200).contains(count)),
            "{tenths:?}"
        );
    }

    #[test]
    fn some_is_neither_none_nor_all() {
        for number in 0..1000 {
            for count in 2..6 {
                let chosen = Random::of_request(1, number).some_of(count);
                let size = chosen.iter().filter(|chosen| **chosen).count();
                assert_eq!(chosen.len(), count);
                assert!(size > 0 && size < count, "{chosen:?}");
            }
        }
        assert_eq!(Random::of_request(1, 1).some_of(1), [false]);
        assert!(Random::of_request(1, 1).some_of(0).is_empty());
    }
}
