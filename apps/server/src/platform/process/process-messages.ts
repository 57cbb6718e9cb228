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
 * Resolves when the child is ready, with its port if it has one. If the child can't start, rejects with a StartError
 * that has the child's own message.
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

/** Returns a function that returns the message of the child's StartError, or undefined if the child sent no message. */
export function recordFailureMessage(child: ChildProcess): () => string | undefined {
  let reason: string | undefined
  child.on('message', (raw) => {
    const received = message.safeParse(raw).data
    if (received?.kind === 'failed') reason = received.message
  })
  return () => reason
}

/** Resolves when the message is sent. Resolves at once if no parent listens. */
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
  // If the parent ended before this line, there is no channel and no `disconnect` event, so the process ends now.
  if (process.channel === null) end()
  else if (process.send !== undefined) process.on('disconnect', end)
  return end
}

/**
 * Returns a signal that is aborted when this process is asked to stop: on SIGTERM, on SIGINT, or when the parent
 * process is gone. Its reason is a StartError. Until it is disposed of, the process does not end by itself.
 */
export function openStopSignal(): Disposable & { signal: AbortSignal } {
  const controller = new AbortController()
  const abort = () => controller.abort(new StartError('The command was stopped before it was complete.'))
  const events = ['SIGTERM', 'SIGINT', ...(process.send === undefined ? [] : ['disconnect'])]
  for (const event of events) process.on(event, abort)
  if (process.channel === null) abort()
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const event of events) process.off(event, abort)
    },
  }
}

// SIGHUP has two senders: the kernel, when a terminal was closed, and a service manager that wants the program to
// reload.

export interface HangupListeners {
  /** Called if the terminal that the process was started in was closed. */
  onClosedTerminal(): void
  onReload(): void
}

/**
 * Calls one of the listeners on each SIGHUP. When a terminal was closed, the kernel takes it from every process of the
 * session before it sends the signal. So a process that has lost its terminal knows that the terminal was closed.
 */
export function onHangup({ onClosedTerminal, onReload }: HangupListeners): void {
  const startedInTerminal = hasTerminal()
  process.on('SIGHUP', () => {
    if (startedInTerminal && !hasTerminal()) onClosedTerminal()
    else onReload()
  })
}

/** Returns whether a terminal controls this process, even if its input and output are redirected. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}
