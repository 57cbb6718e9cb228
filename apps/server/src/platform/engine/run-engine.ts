import type { Log } from '../log.ts'
import { openEngine } from './open-engine.ts'

export interface RunEngineOptions {
  dataFolder: string
  port: number
  password: string
  log: Log
}

/**
 * Runs the engine as this process's whole work: prints `{"port":…}` on standard output when it answers, and ends on SIGTERM, on SIGINT
 * or when the process that started it goes away (its IPC channel closes), after letting the folder go.
 */
export async function runEngine({ dataFolder, port, password, log }: RunEngineOptions): Promise<void> {
  // A query that can't be stopped takes its process with it; whoever supervises starts another.
  const engine = await openEngine({ dataFolder, port, password, log, onStuck: () => process.kill(process.pid, 'SIGKILL') })
  let isEnding = false
  const endOnce = (reason: string) => {
    if (isEnding) return
    isEnding = true
    log.info({ reason }, 'engine closes')
    engine.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'engine did not close cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', () => endOnce('SIGTERM'))
  process.on('SIGINT', () => endOnce('SIGINT'))
  process.on('disconnect', () => endOnce('parent gone'))
  process.stdout.write(`${JSON.stringify({ port: engine.port })}\n`)
}
