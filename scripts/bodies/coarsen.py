"""Coarsening of a closed surface that stands for several bodies at once, by collapsing edges onto one of their ends."""

import heapq

# How much more a deviation counts where people look, and between toes, which must not pass through each other; by the bone
# that holds the vertex most, as numbers of the list of bones.
HEAD, HAND_LEFT, HAND_RIGHT, TOES_LEFT, TOES_RIGHT = 5, 9, 17, 13, 21
LOOKED_AT = {HEAD: 6.0, HAND_LEFT: 2.0, HAND_RIGHT: 2.0, TOES_LEFT: 4.0, TOES_RIGHT: 4.0}
# Edges become no longer than this, dm: bent skin needs vertices.
LONGEST = 0.30
# dm² of deviation that a difference of skin weights over an edge of 1 dm counts for.
SKIN = 0.02
# Long edges cost a little everywhere, so that flat regions have even triangles.
EVEN = 2e-4
# Cosine between a triangle's normal before and after below which a collapse is refused.
TURN = 0.35
# Smallest allowed height over longest side of a triangle.
THIN = 0.06


def minus(p, q):
    return (p[0] - q[0], p[1] - q[1], p[2] - q[2])


def cross(p, q):
    return (p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0])


def dot(p, q):
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]


def normal(body, triangle):
    a, b, c = (body[i] for i in triangle)
    return cross(minus(b, a), minus(c, a))


class Mesh:
    def __init__(self, triangles, bodies, weights):
        self.bodies, self.weights = bodies, weights
        self.triangles = [tuple(triangle) for triangle in triangles]
        self.alive = [True] * len(triangles)
        self.around = {}
        for index, triangle in enumerate(self.triangles):
            for corner in triangle:
                self.around.setdefault(corner, set()).add(index)
        self.looked = {}
        for vertex in self.around:
            share = weights[vertex]
            self.looked[vertex] = LOOKED_AT.get(max(share, key=lambda bone: (share[bone], -bone)), 1.0)
        self.quadrics = [self.quadric(body) for body in bodies]

    def quadric(self, body):
        """Sum of squared distances from the planes around each vertex, weighted by area: ten numbers each."""
        sums = {vertex: [0.0] * 10 for vertex in self.around}
        for triangle in self.triangles:
            n = normal(body, triangle)
            length = dot(n, n) ** 0.5
            if length == 0.0:
                continue
            x, y, z = (part / length for part in n)
            a = body[triangle[0]]
            d = -(x * a[0] + y * a[1] + z * a[2])
            terms = (x * x, x * y, x * z, x * d, y * y, y * z, y * d, z * z, z * d, d * d)
            for corner in triangle:
                sums_here = sums[corner]
                for k in range(10):
                    sums_here[k] += terms[k] * length
        return sums

    def beside(self, vertex):
        return {corner for index in self.around[vertex] for corner in self.triangles[index]} - {vertex}

    def cost(self, gone, kept):
        total, longest = 0.0, 0.0
        for body, quadric in zip(self.bodies, self.quadrics):
            x, y, z = body[kept]
            a, b = quadric[gone], quadric[kept]
            q = [a[k] + b[k] for k in range(10)]
            total += (
                x * (q[0] * x + 2 * (q[1] * y + q[2] * z + q[3]))
                + y * (q[4] * y + 2 * (q[5] * z + q[6]))
                + z * (q[7] * z + 2 * q[8])
                + q[9]
            )
            way = minus(body[gone], body[kept])
            longest = max(longest, dot(way, way))
        if longest > LONGEST * LONGEST:
            return None
        one, other = self.weights[gone], self.weights[kept]
        skin = sum((one.get(bone, 0.0) - other.get(bone, 0.0)) ** 2 for bone in {*one, *other})
        looked = max(self.looked[gone], self.looked[kept])
        return looked * max(total, 0.0) + longest * longest * (EVEN + SKIN * skin)

    def may(self, gone, kept):
        """Whether the surface stays closed, without folds and slivers, on every body."""
        if len(self.beside(gone) & self.beside(kept)) != 2 or len(self.around[gone]) < 3:
            return False
        for index in self.around[gone]:
            triangle = self.triangles[index]
            if kept in triangle:
                continue
            moved = tuple(kept if corner == gone else corner for corner in triangle)
            for body in self.bodies:
                before, after = normal(body, triangle), normal(body, moved)
                area = dot(after, after) ** 0.5
                if dot(before, after) < TURN * area * dot(before, before) ** 0.5:
                    return False
                a, b, c = (body[i] for i in moved)
                longest = max(dot(side, side) for side in (minus(b, a), minus(c, b), minus(a, c)))
                if area < THIN * longest:
                    return False
        # Both vertices that lose a triangle keep three.
        return all(len(self.around[vertex]) > 3 for vertex in self.beside(gone) & self.beside(kept))

    def collapse(self, gone, kept):
        for index in list(self.around[gone]):
            triangle = self.triangles[index]
            for corner in triangle:
                self.around[corner].discard(index)
            if kept in triangle:
                self.alive[index] = False
                continue
            moved = tuple(kept if corner == gone else corner for corner in triangle)
            self.triangles[index] = moved
            for corner in moved:
                self.around[corner].add(index)
        for quadric in self.quadrics:
            q, own = quadric[kept], quadric.pop(gone)
            for k in range(10):
                q[k] += own[k]
        del self.around[gone]


def coarsen(triangles, bodies, weights, wanted):
    """So many triangles, whose corners are some of the old vertices."""
    mesh = Mesh(triangles, bodies, weights)
    heap, stamp = [], {}

    def offer(vertex):
        stamp[vertex] = stamp.get(vertex, 0) + 1
        best = None
        for other in mesh.beside(vertex):
            cost = mesh.cost(vertex, other)
            if cost is not None and (best is None or (cost, other) < best):
                if mesh.may(vertex, other):
                    best = (cost, other)
        if best:
            heapq.heappush(heap, (best[0], vertex, best[1], stamp[vertex]))

    for vertex in list(mesh.around):
        offer(vertex)
    left = sum(mesh.alive)
    while left > wanted and heap:
        _, gone, kept, when = heapq.heappop(heap)
        if stamp.get(gone) != when or gone not in mesh.around or kept not in mesh.around:
            continue
        if kept not in mesh.beside(gone) or not mesh.may(gone, kept):
            offer(gone)
            continue
        touched = mesh.beside(gone)
        mesh.collapse(gone, kept)
        left -= 2
        for vertex in touched:
            offer(vertex)
    return [triangle for triangle, alive in zip(mesh.triangles, mesh.alive) if alive]
