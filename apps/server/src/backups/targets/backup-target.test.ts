import { randomBytes } from 'node:crypto'
import { chown, mkdtempDisposable, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openS3Server, type S3Server, s3Bucket } from '../../../test/open-s3-server.ts'
import { backupFormat, type Manifest } from '../backup-format.ts'
import { type BackupTarget, openBackup, openBackupTarget } from './backup-target.ts'

interface TestPlace extends AsyncDisposable {
  address: string
  target: BackupTarget
  /** Returns the paths of all files, sorted. */
  listPaths(): Promise<string[]>
  /** Makes every file look as if it was written 13 hours ago. */
  ageFiles(): Promise<void>
}

async function openFolder(): Promise<TestPlace> {
  const folder = await mkdtempDisposable(join(tmpdir(), 'linkshelf-target-'))
  const address = join(folder.path, 'copies')
  const listPaths = async () => {
    const entries = await readdir(address, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(address.length + 1))
  }
  return {
    address,
    target: openBackupTarget(address),
    listPaths: async () => (await listPaths()).sort(),
    async ageFiles() {
      const time = new Date(Date.now() - 13 * 3_600_000)
      for (const path of await listPaths()) await utimes(join(address, path), time, time)
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

async function openBucket(): Promise<TestPlace & { server: S3Server }> {
  const server = await openS3Server()
  for (const [name, value] of Object.entries(server.environment)) vi.stubEnv(name, value)
  const address = `s3://${s3Bucket}/nightly`
  return {
    address,
    target: openBackupTarget(address),
    server,
    listPaths: async () => [...server.objects.keys()].map((key) => key.slice('nightly/'.length)).sort(),
    async ageFiles() {
      for (const object of server.objects.values()) object.writtenAt = new Date(Date.now() - 13 * 3_600_000)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

afterEach(() => {
  vi.unstubAllEnvs()
})

const manifest: Manifest = {
  format: backupFormat,
  release: '0.1.0',
  takenAt: '2026-11-29T03:00:00.000Z',
  postgres: { migrations: [], tables: [], sequences: [] },
  clickhouse: { migrations: [], expiredBefore: 0, partitions: [] },
}

const takenAt = new Date(manifest.takenAt)
const name = 'linkshelf-2026-11-29T03-00-00Z'

/** Bytes that can't be compressed, so that an upload of 20 MB needs two parts. */
const content = randomBytes(20_000_000)
const streamContent = (bytes = content) => Readable.from(chunk(bytes), { objectMode: false })

function* chunk(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += 1_000_000) yield bytes.subarray(start, start + 1_000_000)
}

async function storeBackup(target: BackupTarget, at = takenAt): Promise<string> {
  await using writer = await target.createBackup(at)
  await writer.writeFile('postgres/public.links.copy.zst', Readable.from(['rows\n']))
  return await writer.finish(manifest)
}

describe.each([
  ['a folder', openFolder],
  ['a bucket', openBucket],
])('%s', (_kind, open) => {
  it('returns the content of a back-up, compressed or not', async () => {
    await using place = await open()
    await using writer = await place.target.createBackup(takenAt)
    const large = await writer.writeFile('clickhouse/clicks.202611.0001.tsv.zst', streamContent())
    const empty = await writer.writeFile('postgres/public.links.copy.zst', Readable.from([]))
    const plain = await writer.writeFile('secrets.age', Readable.from(['secret']))
    const location = await writer.finish(manifest)

    expect(location).toBe(`${place.address}/${name}`)
    const backup = openBackup(location)
    expect(await backup.readManifest()).toEqual(manifest)
    expect((await buffer(backup.readFile(large))).equals(content)).toBe(true)
    expect(await buffer(backup.readFile(empty))).toHaveLength(0)
    expect((await buffer(backup.readFile(plain))).toString()).toBe('secret')
    expect(plain.bytes).toBe(6)
    expect(large.bytes).toBeGreaterThan(content.length)
  })

  it('lists only complete back-ups, and deletes what a killed back-up wrote when twelve hours have passed', async () => {
    await using place = await open()
    await place.target.writeText('erasures.json', '[]')
    await storeBackup(place.target, new Date('2026-11-28T03:00:00Z'))
    const killed = await place.target.createBackup(new Date('2026-11-27T03:00:00Z'))
    await killed.writeFile('postgres/public.links.copy.zst', Readable.from(['rows\n']))
    const complete = [
      'erasures.json',
      ...['manifest.json', 'postgres/public.links.copy.zst'].map((path) => `linkshelf-2026-11-28T03-00-00Z/${path}`),
    ]
    const running = 'linkshelf-2026-11-27T03-00-00Z/postgres/public.links.copy.zst'

    await (await place.target.createBackup(new Date()))[Symbol.asyncDispose]()
    expect(await place.listPaths()).toEqual([complete[0], running, ...complete.slice(1)])
    expect(await place.target.listBackups()).toEqual(['linkshelf-2026-11-28T03-00-00Z'])

    await place.ageFiles()
    await (await place.target.createBackup(new Date()))[Symbol.asyncDispose]()
    expect(await place.listPaths()).toEqual(complete)
  })

  it('deletes what a failed back-up wrote, and rejects a second back-up in the same second', async () => {
    await using place = await open()
    const writer = await place.target.createBackup(takenAt)
    await writer.writeFile('postgres/public.links.copy.zst', Readable.from(['rows\n']))
    await expect(place.target.createBackup(takenAt)).rejects.toThrow('began in the same second: try again.')
    const broken = new Readable({ read: () => broken.destroy(new Error('connection lost')) })
    await expect(writer.writeFile('postgres/public.clicks.copy.zst', broken)).rejects.toThrow(/^connection lost$/)
    await writer[Symbol.asyncDispose]()
    expect(await place.listPaths()).toEqual([])
  })

  it('deletes a back-up, and stores small files next to the back-ups', async () => {
    await using place = await open()
    await storeBackup(place.target)
    expect(await place.target.readText('erasures.json')).toBeUndefined()
    await place.target.writeText('erasures.json', '[1]')
    await place.target.writeText('erasures.json', '[1, 2]')

    await place.target.deleteBackup(name)

    expect(await place.target.readText('erasures.json')).toBe('[1, 2]')
    await place.target.writeText('erasures/1.json', Readable.from(['[', '3]']))
    expect(await place.target.listTexts('erasures/')).toEqual(['erasures/1.json'])
    expect(await text(place.target.streamText('erasures/1.json'))).toBe('[3]')
    await place.target.deleteText('erasures/1.json')
    await place.target.deleteText('erasures/1.json')
    expect(await place.listPaths()).toEqual(['erasures.json'])
    expect(await place.target.listBackups()).toEqual([])
  })

  it('names the newest back-up if the place is read as a back-up', async () => {
    await using place = await open()
    await expect(openBackup(place.address).readManifest()).rejects.toThrow(
      `${place.address} has no manifest.json, so it is not a complete back-up. Name the back-up that`,
    )
    await storeBackup(place.target, new Date('2026-11-28T03:00:00Z'))
    await storeBackup(place.target)
    await expect(openBackup(place.address).readManifest()).rejects.toThrow(
      `Name one of its back-ups, for example ${place.address}/${name}.`,
    )
  })
})

it.each([
  ['a table', { name: 'public.links; drop table users', columns: ['id'], path: 'postgres/public.links.copy.zst' }],
  ['a column', { name: 'public.links', columns: ['id) from stdin; drop table users; --'], path: 'postgres/public.links.copy.zst' }],
  ['a path', { name: 'public.links', columns: ['id', '"order"'], path: '../../secret' }],
])('rejects a manifest in which the name of %s is no name', async (_what, { name: table, columns, path }) => {
  await using place = await openFolder()
  const location = await storeBackup(place.target)
  const tables = [{ name: table, columns, rows: 1, file: { path, bytes: 1, sha256: '' } }]
  await writeFile(join(location, 'manifest.json'), JSON.stringify({ ...manifest, postgres: { ...manifest.postgres, tables } }))
  await expect(openBackup(location).readManifest()).rejects.toThrow('damaged')
})

it.runIf(process.getuid?.() === 0)('as root, gives what it writes to the owner of the folder', async () => {
  await using place = await openFolder()
  await chown(dirname(place.address), 1234, 4321)

  await storeBackup(place.target)

  for (const path of ['', name, `${name}/postgres`, `${name}/postgres/public.links.copy.zst`, `${name}/manifest.json`])
    expect(await stat(join(place.address, path))).toMatchObject({ uid: 1234, gid: 4321 })
})

describe('a bucket that fails', () => {
  it('survives closed connections and a download that is cut several times', async () => {
    await using place = await openBucket()
    let [resets, cuts] = [0, 0]
    place.server.findFault = ({ method, query }) => {
      if (method === 'PUT' && query.has('partNumber') && resets++ < 2) return 'reset'
      return method === 'GET' && query.get('x-id') === 'GetObject' && cuts++ < 3 ? 'cut' : undefined
    }
    await using writer = await place.target.createBackup(takenAt)
    const file = await writer.writeFile('clickhouse/clicks.202611.0001.tsv.zst', streamContent())
    const backup = openBackup(await writer.finish(manifest))
    expect((await buffer(backup.readFile(file))).equals(content)).toBe(true)
    expect([resets, cuts]).toEqual([4, 4])
  })

  it('rejects a download that never completes, and an object that was changed', async () => {
    await using place = await openBucket()
    await using writer = await place.target.createBackup(takenAt)
    const file = await writer.writeFile('postgres/public.links.copy.zst', streamContent(content.subarray(0, 1_000_000)))
    const backup = openBackup(await writer.finish(manifest))
    const location = `${place.address}/${name}/${file.path}`

    place.server.findFault = ({ method, key }) => (method === 'GET' && key.endsWith('.zst') ? 'empty' : undefined)
    await expect(buffer(backup.readFile(file))).rejects.toThrow(`${location} can't be used (ECONNRESET: aborted): check the network`)
    place.server.findFault = () => undefined
    const object = place.server.objects.get(`nightly/${name}/${file.path}`)
    place.server.objects.set(`nightly/${name}/${file.path}`, {
      bytes: object?.bytes.subarray(0, 500_000) ?? Buffer.of(),
      writtenAt: takenAt,
    })
    await expect(buffer(backup.readFile(file))).rejects.toThrow(`${location} can't be read`)
  })

  it('leaves neither objects nor parts of an upload that fails, and the back-up is not complete', async () => {
    await using place = await openBucket()
    place.server.findFault = ({ query }) => (query.get('partNumber') === '2' ? 'refuse' : undefined)
    const store = async () => {
      await using writer = await place.target.createBackup(takenAt)
      await writer.writeFile('postgres/public.links.copy.zst', Readable.from(['rows\n']))
      await writer.writeFile('clickhouse/clicks.202611.0001.tsv.zst', streamContent())
      await writer.finish(manifest)
    }
    await expect(store()).rejects.toThrow('AccessDenied')
    expect(await place.listPaths()).toEqual([])
    expect(place.server.uploads.size).toBe(0)
    expect(await place.target.listBackups()).toEqual([])
  })

  it.each([
    [{ AWS_ACCESS_KEY_ID: 'other' }, 'InvalidAccessKeyId', 'correct AWS_ACCESS_KEY_ID'],
    [{ AWS_SECRET_ACCESS_KEY: 'other' }, 'SignatureDoesNotMatch', 'correct AWS_SECRET_ACCESS_KEY'],
    [{ AWS_REGION: 'eu-central-1' }, 'AuthorizationHeaderMalformed', 'set AWS_REGION to the region of the bucket'],
    [{ AWS_REGION: undefined }, 'Region is missing', 'set AWS_REGION, for example to us-east-1'],
  ])('says what to do with %j', async (environment, reason, advice) => {
    await using place = await openBucket()
    for (const [variable, value] of Object.entries(environment)) vi.stubEnv(variable, value)
    const message = await openBackupTarget(place.address).listBackups().catch(String)
    expect(message).toMatch(reason)
    expect(message).toMatch(`: ${advice}`)
  })

  it('says what to do if the bucket is missing, or denies access', async () => {
    await using place = await openBucket()
    await expect(openBackupTarget('s3://missing/nightly').listBackups()).rejects.toThrow(
      "s3://missing/nightly can't be used (NoSuchBucket: The server rejects it): create the bucket, or correct its name and AWS_ENDPOINT_URL_S3.",
    )
    place.server.findFault = () => 'refuse'
    await expect(place.target.listBackups()).rejects.toThrow('the key of AWS_ACCESS_KEY_ID needs the permissions s3:ListBucket')
  })
})

it.each(['s3://', 's3:///prefix', 'https://copies.example/nightly', 'gs://copies'])('rejects the address %s', (address) => {
  expect(() => openBackupTarget(address)).toThrow('name a folder, or a bucket as in s3://bucket/prefix.')
})
