import { constants } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openEngine } from '../platform/clickhouse/engine/open-engine.ts'
import type { Log } from '../platform/process/log.ts'
import { lowerPriority } from '../platform/process/process-limits.ts'
import { sendToParent, stopOnSignal } from '../platform/process/process-messages.ts'

export async function runEngine(config: Config, log: Log): Promise<void> {
  // On a busy processor, redirects take precedence over queries. Threads inherit the priority of the thread that starts
  // them, so the priority is set first.
  lowerPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  await serveEngine(config, log)
}

/** Opens the engine in this process. Does not change the priority of the process. */
export async function serveEngine(config: Config, log: Log): Promise<void> {
  const engine = await openEngine({
    dataDirectory: join(config.dataFolder, 'clickhouse'),
    port: config.enginePort,
    passwords: config.enginePasswords,
    log,
  })
  stopOnSignal(() => engine.close())
  await sendToParent({ kind: 'ready', port: engine.port })
}
