import type { EventSource } from '../access/index.ts'

/** The sender of a form, as far as the request shows it. */
export interface Requester extends EventSource {
  /** The network that rate limits count by: an IPv4 address, an IPv6 /64. */
  network: string
  /** See `KnownDevices`. */
  deviceCookie: string | undefined
}

/** Returns the parts of the requester that the security log contains. */
export function eventSource({ requestId, address }: Requester): EventSource {
  return { requestId, address }
}
