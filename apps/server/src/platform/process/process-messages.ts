import type { ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { z } from 'zod'
import { StartError } from './start-error.ts'

// The messages that a child process sends to its parent over the IPC channel.

const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), port: z.number().optional() }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
])
type Message = z.infer<typeof message>

/**
 * Resolves with the port (when there is one) once the child is ready; rejects with a StartError that has the child's
 * own message when it can't start.
 */
export function waitUntilReady(child: ChildProcess): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    child.on('message', (raw) => {
      const received = message.safeParse(raw).data
      if (received?.kind === 'ready') resolve(received.port)
      if (received?.kind === 'failed') reject(new StartError(received.message))
    })
  })
}

/** Resolves when the message is sent; at once when no parent listens. */
export function sendToParent(sent: Message): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) return resolve()
    process.send(sent, undefined, undefined, () => resolve())
  })
}

/**
 * Calls `stop` once: on SIGTERM, on SIGINT, when the parent process is gone, or when the returned function is called.
 * Then ends this process.
 */
export function stopOnSignal(stop: () => Promise<void>): () => void {
  let isStopping = false
  const end = () => {
    if (isStopping) return
    isStopping = true
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  // A parent that ended before this line leaves no channel, and no event follows.
  if (process.channel === null) end()
  else if (process.send !== undefined) process.on('disconnect', end)
  return end
}

// SIGHUP has two senders: the kernel when a terminal was closed, and a service manager that wants
// the program to reload.

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

/** Returns whether a terminal controls this process. Its input and output may lead elsewhere. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}
