//! Things joined into groups (union–find).

/// Things joined into groups (union–find); the root of a group is its smallest member.
#[derive(Clone, Debug)]
pub struct Groups(Vec<usize>);

impl Groups {
    /// Each member alone.
    pub fn new(members: usize) -> Self {
        Groups((0..members).collect())
    }

    /// The smallest member of a member's group.
    pub fn root(&mut self, member: usize) -> usize {
        let mut root = member;
        while self.0[root] != root {
            self.0[root] = self.0[self.0[root]];
            root = self.0[root];
        }
        root
    }

    /// The number of each member's group, counted from zero in the order of their first members; and how many there are.
    pub fn numbered(mut self) -> (Vec<u32>, usize) {
        let mut numbers = vec![0; self.0.len()];
        let mut next = 0;
        for member in 0..self.0.len() {
            let root = self.root(member);
            numbers[member] = if root == member { next } else { numbers[root] };
            next += u32::from(root == member);
        }
        (numbers, next as usize)
    }

    /// Makes one group of two.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_numbered_by_their_first_members() {
        let mut groups = Groups::new(6);
        groups.join(4, 1);
        groups.join(5, 4);
        groups.join(3, 2);
        assert_eq!(groups.root(5), 1);
        assert_eq!(groups.numbered(), (vec![0, 1, 2, 2, 1, 1], 3));
    }
}
