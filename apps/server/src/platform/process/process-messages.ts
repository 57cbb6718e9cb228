import type { ChildProcess } from 'node:child_process'
import { z } from 'zod'
import { StartError } from './start-error.ts'

// What a process that we spawned tells us over its channel.

const message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), port: z.number().optional() }),
  z.object({ kind: z.literal('problem'), sentence: z.string() }),
])
type Message = z.infer<typeof message>

/** Resolves with the port (when there is one) once the child says it is ready; rejects with the child's own sentence when it can't. */
export function untilReady(child: ChildProcess): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    child.on('message', (given) => {
      const said = message.safeParse(given).data
      if (said?.kind === 'ready') resolve(said.port)
      if (said?.kind === 'problem') reject(new StartError(said.sentence))
    })
  })
}

/** Tells whoever spawned this process, if anyone listens. Resolves when it is told. */
export function tell(said: Message): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) return resolve()
    process.send(said, undefined, undefined, () => resolve())
  })
}

/** Calls `stop` once: on SIGTERM, on SIGINT, or when the process that spawned this one is gone. Ends this process when it has stopped. */
export function stopWhenAsked(stop: () => Promise<void>): void {
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
  // It may have gone before we came to this line: then there is no channel any more, and no event to come.
  if (process.channel === null) end()
  else if (process.send !== undefined) process.on('disconnect', end)
}
