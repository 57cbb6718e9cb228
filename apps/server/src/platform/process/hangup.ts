// SIGHUP has two senders: the kernel when a terminal was closed, and a service manager that wants
// the program to reload.
import { closeSync, openSync } from 'node:fs'

export interface HangupListeners {
  /** The terminal that the process was started in was closed. */
  onClosedTerminal(): void
  onReload(): void
}

/** The kernel takes the terminal from every process of its session before it sends the signal. */
export function onHangup({ onClosedTerminal, onReload }: HangupListeners): void {
  const startedInTerminal = hasTerminal()
  process.on('SIGHUP', () => {
    if (startedInTerminal && !hasTerminal()) onClosedTerminal()
    else onReload()
  })
}

/** Whether a terminal controls this process. Its input and output may lead elsewhere. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}
