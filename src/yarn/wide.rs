//! Two numbers in double precision and four in single precision as one: what a register of 128 bits holds.
//!
//! In wasm by its own instructions: from loops over arrays the compiler makes vectors of sums and products, but converts between the precisions one
//! number at a time, which took longer than all the rest. Natively twos from such loops and fours by glam's vectors: of loops over fours it made two halves each.
//! Every operation is rounded as the single ones are, so that both give the same bits.

pub(super) use lanes::{Four, Lift, Two};

#[cfg(target_feature = "simd128")]
mod lanes {
    use core::arch::wasm32 as machine;

    #[derive(Clone, Copy, Debug)]
    pub struct Two(machine::v128);

    #[derive(Clone, Copy, Debug)]
    pub struct Four(machine::v128);

    /// How the upper two of four numbers come to their places, as a pattern that the compiler does not know: seeing that two conversions become one
    /// vector it would make four single ones of them, for want of an instruction that converts four.
    #[derive(Clone, Copy, Debug)]
    pub struct Lift(machine::v128);

    impl Lift {
        /// Given a zero that is only known when it runs.
        #[inline(always)]
        pub fn new(zero: f32) -> Self {
            let pattern = machine::u8x16(99, 99, 99, 99, 99, 99, 99, 99, 0, 1, 2, 3, 4, 5, 6, 7);
            Lift(machine::v128_or(pattern, machine::f32x4_splat(zero)))
        }
    }

    impl Two {
        #[inline(always)]
        pub fn new([a, b]: [f64; 2]) -> Self {
            Two(machine::f64x2(a, b))
        }

        #[inline(always)]
        pub fn numbers(self) -> [f64; 2] {
            [machine::f64x2_extract_lane::<0>(self.0), machine::f64x2_extract_lane::<1>(self.0)]
        }

        #[inline(always)]
        pub fn plus(self, other: Two) -> Two {
            Two(machine::f64x2_add(self.0, other.0))
        }

        #[inline(always)]
        pub fn less(self, other: Two) -> Two {
            Two(machine::f64x2_sub(self.0, other.0))
        }

        #[inline(always)]
        pub fn times(self, other: Two) -> Two {
            Two(machine::f64x2_mul(self.0, other.0))
        }
    }

    impl Four {
        #[inline(always)]
        pub fn new([a, b, c, d]: [f32; 4]) -> Self {
            Four(machine::f32x4(a, b, c, d))
        }

        #[inline(always)]
        pub fn all(number: f32) -> Self {
            Four(machine::f32x4_splat(number))
        }

        /// The nearest to four numbers in double precision.
        #[inline(always)]
        pub fn narrowed([low, high]: [Two; 2], lift: Lift) -> Self {
            let high = machine::u8x16_swizzle(machine::f32x4_demote_f64x2_zero(high.0), lift.0);
            Four(machine::v128_or(machine::f32x4_demote_f64x2_zero(low.0), high))
        }

        /// The same numbers in double precision.
        #[inline(always)]
        pub fn widened(self) -> [Two; 2] {
            let high = machine::i64x2_shuffle::<1, 1>(self.0, self.0);
            [Two(machine::f64x2_promote_low_f32x4(self.0)), Two(machine::f64x2_promote_low_f32x4(high))]
        }

        #[inline(always)]
        pub fn plus(self, other: Four) -> Four {
            Four(machine::f32x4_add(self.0, other.0))
        }

        #[inline(always)]
        pub fn less(self, other: Four) -> Four {
            Four(machine::f32x4_sub(self.0, other.0))
        }

        #[inline(always)]
        pub fn times(self, other: Four) -> Four {
            Four(machine::f32x4_mul(self.0, other.0))
        }

        #[inline(always)]
        pub fn over(self, other: Four) -> Four {
            Four(machine::f32x4_div(self.0, other.0))
        }

        #[inline(always)]
        pub fn root(self) -> Four {
            Four(machine::f32x4_sqrt(self.0))
        }

        #[inline(always)]
        pub fn size(self) -> Four {
            Four(machine::f32x4_abs(self.0))
        }
    }
}

#[cfg(not(target_feature = "simd128"))]
mod lanes {
    use glam::Vec4;

    #[derive(Clone, Copy, Debug)]
    pub struct Two([f64; 2]);

    #[derive(Clone, Copy, Debug)]
    pub struct Four(Vec4);

    /// Nothing natively.
    #[derive(Clone, Copy, Debug)]
    pub struct Lift;

    impl Lift {
        #[inline(always)]
        pub fn new(_zero: f32) -> Self {
            Lift
        }
    }

    impl Two {
        #[inline(always)]
        pub fn new(numbers: [f64; 2]) -> Self {
            Two(numbers)
        }

        #[inline(always)]
        pub fn numbers(self) -> [f64; 2] {
            self.0
        }

        #[inline(always)]
        pub fn plus(self, other: Two) -> Two {
            Two([self.0[0] + other.0[0], self.0[1] + other.0[1]])
        }

        #[inline(always)]
        pub fn less(self, other: Two) -> Two {
            Two([self.0[0] - other.0[0], self.0[1] - other.0[1]])
        }

        #[inline(always)]
        pub fn times(self, other: Two) -> Two {
            Two([self.0[0] * other.0[0], self.0[1] * other.0[1]])
        }
    }

    impl Four {
        #[inline(always)]
        pub fn new(numbers: [f32; 4]) -> Self {
            Four(Vec4::from_array(numbers))
        }

        #[inline(always)]
        pub fn all(number: f32) -> Self {
            Four(Vec4::splat(number))
        }

        /// The nearest to four numbers in double precision.
        #[inline(always)]
        pub fn narrowed([low, high]: [Two; 2], _lift: Lift) -> Self {
            Four(Vec4::new(low.0[0] as f32, low.0[1] as f32, high.0[0] as f32, high.0[1] as f32))
        }

        /// The same numbers in double precision.
        #[inline(always)]
        pub fn widened(self) -> [Two; 2] {
            let [a, b, c, d] = self.0.to_array();
            [Two([f64::from(a), f64::from(b)]), Two([f64::from(c), f64::from(d)])]
        }

        #[inline(always)]
        pub fn plus(self, other: Four) -> Four {
            Four(self.0 + other.0)
        }

        #[inline(always)]
        pub fn less(self, other: Four) -> Four {
            Four(self.0 - other.0)
        }

        #[inline(always)]
        pub fn times(self, other: Four) -> Four {
            Four(self.0 * other.0)
        }

        #[inline(always)]
        pub fn over(self, other: Four) -> Four {
            Four(self.0 / other.0)
        }

        #[inline(always)]
        pub fn root(self) -> Four {
            Four(self.0.sqrt())
        }

        #[inline(always)]
        pub fn size(self) -> Four {
            Four(self.0.abs())
        }
    }
}
