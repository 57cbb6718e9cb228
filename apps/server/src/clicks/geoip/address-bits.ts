// Addresses as numbers, read without allocating: it happens while a visitor waits.

const dot = 0x2e
const colon = 0x3a
const percent = 0x25

/** Undefined for what is no IPv4 address in decimal, without leading zeros. */
export function ipv4Bits(address: string): number | undefined {
  let bits = 0
  let byte = 0
  let digits = 0
  let dots = 0
  for (let at = 0; at < address.length; at += 1) {
    const code = address.charCodeAt(at)
    if (code === dot) {
      if (digits === 0 || dots === 3) return undefined
      bits = bits * 256 + byte
      dots += 1
      byte = 0
      digits = 0
    } else {
      const digit = code - 0x30
      if (digit < 0 || digit > 9 || (digits > 0 && byte === 0)) return undefined
      byte = byte * 10 + digit
      digits += 1
      if (byte > 255) return undefined
    }
  }
  return dots === 3 && digits > 0 ? bits * 256 + byte : undefined
}

/** The first 64 bits of an IPv6 address, in two numbers of 32. A zone or a dotted ending is never among them. */
export function ipv6Bits(address: string): [high: number, low: number] {
  let high = 0
  let low = 0
  let group = 0
  let count = 0
  function add(): void {
    if (count < 2) high = high * 65_536 + group
    else low = low * 65_536 + group
    group = 0
    count += 1
  }
  for (let at = 0; count < 4 && at < address.length; at += 1) {
    const code = address.charCodeAt(at)
    if (code !== colon) {
      group = group * 16 + hexDigit(code)
      continue
    }
    if (at > 0) add()
    if (address.charCodeAt(at + 1) !== colon) continue
    at += 1 // two colons stand for as many zeros as are missing
    for (let zeros = 8 - count - groupsFrom(address, at + 1); zeros > 0 && count < 4; zeros -= 1) add()
  }
  return [high, low]
}

function hexDigit(code: number): number {
  return code <= 0x39 ? code - 0x30 : (code | 0x20) - 0x57
}

/** How many groups of 16 bits follow; a dotted ending is two. */
function groupsFrom(address: string, from: number): number {
  if (from === address.length) return 0
  let count = 1
  for (let at = from; at < address.length && address.charCodeAt(at) !== percent; at += 1) {
    const code = address.charCodeAt(at)
    if (code === colon) count += 1
    if (code === dot) return count + 1
  }
  return count
}
