import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { aClick } from '../../../test/builders/click-builder.ts'
import { systemIds } from '../../platform/ids.ts'
import { silentLog } from '../../platform/process/log.ts'
import { openJournal } from './journal.ts'
import { type Disk, disk, listEdges, listSegments, toSegmentPath } from './journal-files.ts'
import { splitRecords } from './records/record-frame.ts'
import { readRecord } from './records/visit-records.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-faults-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function readIdsOnDisk(): Promise<string[]> {
  const ids: string[] = []
  for (const edge of await listEdges(folder)) {
    for (const segment of await listSegments(join(folder, edge))) {
      const { records } = splitRecords(await readFile(toSegmentPath(join(folder, edge), segment)), true)
      ids.push(...records.map((record) => readRecord(record).id))
    }
  }
  return ids
}

/** Starts a process that appends clicks in a loop. The callback of each click prints the click's id. */
function spawnWriter(durability: 'disk' | 'process') {
  const program = `
    import { openJournal } from '${import.meta.dirname}/journal.ts'
    import { systemIds } from '${import.meta.dirname}/../../platform/ids.ts'
    import { silentLog } from '${import.meta.dirname}/../../platform/process/log.ts'
    import { aClick } from '${import.meta.dirname}/../../../test/builders/click-builder.ts'
    const journal = await openJournal({
      journalsFolder: ${JSON.stringify(folder)}, durability: '${durability}', ids: systemIds, log: silentLog, reserveBytes: 0, segmentBytes: 20_000, onFatal: () => process.exit(1),
    })
    const appendNext = () => {
      const click = aClick()
      journal.append(click, () => {
        process.stdout.write(click.id + '\\n')
        setImmediate(appendNext)
      })
    }
    for (let visitor = 0; visitor < 20; visitor += 1) appendNext()`
  return spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'inherit'] })
}

it.each(['disk', 'process'] as const)('has a click on disk if its callback ran before a kill -9 (%s)', async (durability) => {
  const writer = spawnWriter(durability)
  const ended = once(writer, 'close')
  const acknowledged: string[] = []
  createInterface({ input: writer.stdout }).on('line', (id) => {
    if (acknowledged.push(id) === 500) writer.kill('SIGKILL')
  })
  await ended
  const complete = acknowledged.filter((id) => id.length === 36) // the last line may be cut off
  expect(complete.length).toBeGreaterThanOrEqual(499)
  const onDisk = await readIdsOnDisk()
  expect(new Set(onDisk).size).toBe(onDisk.length)
  expect(complete.filter((id) => !onDisk.includes(id))).toEqual([])
})

it('counts clicks as lost while the disk has no room for a folder, and appends clicks when there is room', async () => {
  let isFull = true
  const files: Disk = {
    ...disk,
    createFolder(path) {
      if (isFull) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
      disk.createFolder(path)
    },
  }
  const onFatal = (error: unknown) => {
    throw error
  }
  const options = {
    journalsFolder: folder,
    durability: 'disk',
    ids: systemIds,
    log: silentLog,
    reserveBytes: 0,
    files,
    retryMs: 0,
    onFatal,
  } as const
  const journal = await openJournal(options)
  const [lost, appended] = [aClick(), aClick()]
  await new Promise<void>((resolve) => journal.append(lost, resolve))
  expect(journal.state()).toEqual({ appended: 0, lost: 1, isDiskFull: true, isLosing: true })
  isFull = false
  await new Promise<void>((resolve) => journal.append(appended, resolve))
  expect(journal.state()).toMatchObject({ appended: 1, lost: 1, isDiskFull: false })
  expect(await readIdsOnDisk()).toEqual([appended.id])
  await journal.close()
})
