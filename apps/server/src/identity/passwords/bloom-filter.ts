// A Bloom filter is a set of texts stored as bits. It finds every text that was added, and wrongly finds about one in
// 10,000 other texts.
import { createHash } from 'node:crypto'

const bitsPerText = 19.2
const positionsPerText = 13

export function createBloomFilter(texts: ReadonlySet<string>): Uint8Array {
  const filter = new Uint8Array(Math.ceil((texts.size * bitsPerText) / 8))
  for (const text of texts) {
    for (const position of toBitPositions(text, filter)) filter[position >> 3] = (filter[position >> 3] ?? 0) | (1 << (position & 7))
  }
  return filter
}

export function isInBloomFilter(filter: Uint8Array, text: string): boolean {
  return toBitPositions(text, filter).every((position) => ((filter[position >> 3] ?? 0) & (1 << (position & 7))) !== 0)
}

/** Double hashing (Kirsch and Mitzenmacher): two 48-bit numbers from one SHA-256 replace independent hash functions. */
function toBitPositions(text: string, filter: Uint8Array): number[] {
  const digest = createHash('sha256').update(text).digest()
  const [start, step] = [digest.readUIntBE(0, 6), digest.readUIntBE(6, 6)]
  return Array.from({ length: positionsPerText }, (_, nth) => (start + nth * step) % (filter.length * 8))
}
