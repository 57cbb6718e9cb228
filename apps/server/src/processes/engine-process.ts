import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openEngine } from '../platform/clickhouse/engine/index.ts'
import type { Log } from '../platform/process/log.ts'
import { stopWhenAsked, tell } from '../platform/process/process-messages.ts'

export async function runEngine(config: Config, log: Log): Promise<void> {
  // Visitors go before questions where both want the processor. Threads take it over from the one that makes them, so it comes first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const engine = await openEngine({
    dataFolder: join(config.dataFolder, 'clickhouse'),
    port: config.enginePort,
    password: config.enginePassword,
    log,
  })
  stopWhenAsked(() => engine.close())
  await tell({ kind: 'ready', port: engine.port })
}
