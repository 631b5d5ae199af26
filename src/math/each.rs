//! `map` for small arrays that is always inlined. The standard one is not, in loops that matter: a quarter of the time of trousers that
//! walk went into calling it.

/// Two, three or four of a kind.
pub trait Each<T> {
    /// As many of another kind.
    type Of<U>;

    /// What a function makes of each, in their order.
    fn each<U>(self, of: impl FnMut(T) -> U) -> Self::Of<U>;
}

impl<T> Each<T> for [T; 2] {
    type Of<U> = [U; 2];

    #[inline(always)]
    fn each<U>(self, mut of: impl FnMut(T) -> U) -> [U; 2] {
        let [a, b] = self;
        [of(a), of(b)]
    }
}

impl<T> Each<T> for [T; 3] {
    type Of<U> = [U; 3];

    #[inline(always)]
    fn each<U>(self, mut of: impl FnMut(T) -> U) -> [U; 3] {
        let [a, b, c] = self;
        [of(a), of(b), of(c)]
    }
}

impl<T> Each<T> for [T; 4] {
    type Of<U> = [U; 4];

    #[inline(always)]
    fn each<U>(self, mut of: impl FnMut(T) -> U) -> [U; 4] {
        let [a, b, c, d] = self;
        [of(a), of(b), of(c), of(d)]
    }
}
