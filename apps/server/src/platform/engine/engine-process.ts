// The engine as a process of its own, for whoever wants no more of the program: `node engine-process.ts <folder> <port>`, the password in
// ENGINE_PASSWORD. Prints `{"port":…}` when it answers; ends on SIGTERM, or when the process that started it closes its IPC channel.
import { readConfig } from '../../config.ts'
import { openLog } from '../log.ts'
import { StartProblem } from '../start-problem.ts'
import { type Engine, openEngine } from './open-engine.ts'

const [dataFolder = './clickhouse', port = '0', queueLength = '256'] = process.argv.slice(2)

try {
  const { enginePassword: password, logLevel } = readConfig(process.env)
  const log = openLog('engine', logLevel)
  const engine = await openEngine({ dataFolder, port: Number(port), queueLength: Number(queueLength), password, log })
  process.once('SIGTERM', () => void end(engine))
  process.once('disconnect', () => void end(engine))
  console.log(JSON.stringify({ port: engine.port }))
} catch (error) {
  if (!(error instanceof StartProblem)) throw error
  console.error(error.message)
  process.exit(1)
}

async function end(engine: Engine): Promise<void> {
  await engine.close()
  process.exit(0)
}
