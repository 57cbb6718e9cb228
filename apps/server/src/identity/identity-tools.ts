import type { Deps } from '../platform/deps.ts'
import type { Throttle } from './throttle.ts'

/** What the verbs of this room work with. */
export interface IdentityTools extends Pick<Deps, 'db' | 'clock' | 'ids' | 'log' | 'mail' | 'origins'> {
  throttle: Throttle
  /** A hash that fits no password. */
  unknownHash: string
  /** Accounts an hour that one network may open without confirming the address first. */
  instantSignUpsPerHour: number
  /** Work that goes on after the answer, so that the answer tells nothing by its time. Closing waits for it. */
  afterAnswer(work: () => Promise<void>): void
}
