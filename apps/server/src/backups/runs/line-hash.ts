import { createHash } from 'node:crypto'

export interface LineHash {
  update(chunk: Buffer): void
  /** Returns the sum of the hashes of all lines, in hexadecimal. */
  digest(): string
}

const newline = 10
const sumMask = (1n << 64n) - 1n

/** Computes a checksum of lines that does not depend on their order. Every line must end in a line feed. */
export function createLineHash(): LineHash {
  let [sum, line] = [0n, createHash('sha256')]
  return {
    update(chunk) {
      let start = 0
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
        sum = (sum + line.update(chunk.subarray(start, end)).digest().readBigUInt64LE()) & sumMask
        line = createHash('sha256')
        start = end + 1
      }
      line.update(chunk.subarray(start))
    },
    digest: () => sum.toString(16),
  }
}
