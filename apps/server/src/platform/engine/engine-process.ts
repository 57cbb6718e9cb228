// The engine as a process of its own: `node engine-process.ts`, with LINKSHELF_DATA, ENGINE_PORT and ENGINE_PASSWORD in the environment.
import { join } from 'node:path'
import { readConfig } from '../../config.ts'
import { openLog } from '../log.ts'
import { StartProblem } from '../start-problem.ts'
import { runEngine } from './run-engine.ts'

try {
  const config = readConfig(process.env)
  await runEngine({
    dataFolder: join(config.dataFolder, 'clickhouse'),
    port: config.enginePort,
    password: config.enginePassword,
    log: openLog('engine', config.logLevel),
  })
} catch (error) {
  if (!(error instanceof StartProblem)) throw error
  console.error(error.message)
  process.exit(1)
}
