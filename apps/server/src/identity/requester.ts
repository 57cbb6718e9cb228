import type { EventSource } from '../access/index.ts'

/** Who sent a form, as far as the request shows it. */
export interface Requester extends EventSource {
  /** What rate limits count as one network: an IPv4 address, an IPv6 /64. */
  network: string
  /** See `KnownDevices`. */
  deviceCookie: string | undefined
}

/** What of the requester is written to the security log. */
export function eventSource({ requestId, address }: Requester): EventSource {
  return { requestId, address }
}
