import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { aFarRowsWorkbook } from '../../../apps/server/test/builders/workbook-builder.ts'
import type { Instance } from '../../../harness/run-linkshelf.ts'
import { checkLinks } from '../file-requests.ts'
import type { Scenario } from '../scenario.ts'

/** Returns the ids of the processes that parse uploaded files. */
async function listParsers(instance: Instance): Promise<number[]> {
  const { jobs } = await instance.processes()
  const children = await readFile(`/proc/${jobs}/task/${jobs}/children`, 'utf8')
  return children.trim().split(' ').filter(Boolean).map(Number)
}

/** The process that parses the attacker's workbook is stopped while it parses, as if it waited forever. */
export const scenario: Scenario = {
  name: 'a file whose reading stalls | check of a file of links',
  async attack({ instance, attacker: { client, params } }, signal) {
    const before = await listParsers(instance)
    await client.earningsImports.create({ params, body: { file: new File([aFarRowsWorkbook()], 'report.xlsx') } })
    let parser: number | undefined
    while (parser === undefined && !signal.aborted) {
      await sleep(10)
      parser = (await listParsers(instance)).find((pid) => !before.includes(pid))
    }
    if (parser === undefined) throw new Error('No process reads the workbook')
    process.kill(parser, 'SIGSTOP')
    while (!signal.aborted) await sleep(100)
    process.kill(parser, 'SIGCONT')
  },
  request: ({ neighbour }) => checkLinks(neighbour),
}
