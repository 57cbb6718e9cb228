import { randomBytes } from 'node:crypto'
import { dataExportDays, dataExportId } from '@linkshelf/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { aFullProject, anArchive, downloadAll, hashBytes, runExport, unpack } from '../../../test/builders/archive-builder.ts'
import { aLink, aMember, anOrganization, aProject, catchErrorCode } from '../../../test/builders/builders.ts'
import { createApiCaller } from '../../../test/call-api.ts'
import { queryAsOwner } from '../../../test/databases/run-as-owner.ts'
import { openTestDeps, type TestDeps } from '../../../test/open-test-deps.ts'
import { recordLog } from '../../../test/record-log.ts'
import { createCallLimits, createRateLimiters, type OrganizationContext } from '../../access/index.ts'
import { createAlias } from '../../links/aliases/link-aliases.ts'
import { deleteLink } from '../../links/write/delete-link.ts'
import { changeRole, removeMember } from '../../organizations/members.ts'
import { openPostgres } from '../../platform/postgres/postgres.ts'
import { withScope } from '../../platform/postgres/with-scope.ts'
import { updateQrCode } from '../../qr-codes/qr-codes.ts'
import { visitTables } from '../format/archive-format.ts'
import { archiveTables } from '../format/archive-tables.ts'
import { omittedColumns, omittedTables, scopeColumns, tablesInOtherFiles } from '../format/omitted-data.ts'
import { createDownload, downloadExport } from './download-export.ts'
import { createExport, deleteExpiredExports, deleteExport, getExport, listExports } from './exports.ts'

const parseJsonLines = (file: Buffer | undefined) =>
  String(file)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

async function aRunningExport(deps: TestDeps, ctx: OrganizationContext) {
  return dataExportId.parse((await createExport(deps, ctx)).export_id)
}

it('writes all data of an organization, with a manifest that lists every file', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const owned = await anOrganization(deps, { settings: ['package=Pro'] })
  const ctx = await aFullProject(deps, owned)

  const files = await unpack(await anArchive(deps, owned.ctx))

  const manifest = JSON.parse(String(files.get('manifest.json')))
  const others = [...files].filter(([name]) => name !== 'manifest.json')
  expect([...files.keys()].at(0)).toBe('linkshelf-archive.json')
  expect([...files.keys()].at(-1)).toBe('manifest.json')
  expect(manifest.files).toMatchObject(others.map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: hashBytes(bytes) })))
  expect([...files.keys()]).toEqual(
    expect.arrayContaining(archiveTables.map(({ name }) => `projects/0001/${name.replaceAll('_', '-')}-0001.jsonl`)),
  )

  const links = parseJsonLines(files.get('projects/0001/links-0001.jsonl'))
  expect(links).toMatchObject([{ slug: 'brass', labels: ['=lamps', 'sale'] }, { target: 'https://shop.example/chair' }, { slug: 'lamps' }])
  const linkLines = String(files.get('projects/0001/links-0001.csv'))
  expect(linkLines).toContain("'=1+1")
  expect(linkLines).toContain('https://maker.example/fr')
  expect(parseJsonLines(files.get('projects/0001/clicks/2026-02-0001.jsonl'))).toMatchObject([
    { link_id: links[0].id, country: 'DE', visitor: '7', host: 'go.lamps.example', alias_id: expect.stringMatching(/-7/) },
  ])
  expect(parseJsonLines(files.get('projects/0001/clicks/2026-03-0001.jsonl'))).toHaveLength(2)
  expect(parseJsonLines(files.get('projects/0001/page-views/2026-03-0001.jsonl'))).toHaveLength(1)
  expect(parseJsonLines(files.get('members-0001.jsonl'))).toMatchObject([{ user_id: owned.user.actor.userId, role: 'owner' }])
  expect(parseJsonLines(files.get('audit-log-0001.jsonl')).map(({ action }) => action)).toContain('product.create')
  // One picture, one style sheet and its font.
  expect(others.filter(([name]) => name.startsWith('pictures/'))).toHaveLength(3)
  const text = others.map(([, bytes]) => String(bytes)).join('\n')
  expect(text).not.toMatch(/argon2|203\.0\.113\.7/)
  expect(JSON.parse(String(files.get('projects/0001/project.json')))).toMatchObject({ id: ctx.project.id, status: 'active' })
})

it('lists every table and column of an organization, or the reason why it is omitted', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const { rows } = await sql<{ table_name: string; columns: string[] }>`
    select table_name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' group by table_name
    having bool_or(column_name = 'organization_id') or table_name = 'organizations'`.execute(deps.db)
  const known = new Map(archiveTables.map(({ name, columns }) => [name, Object.keys(columns)]))
  const unlisted = { ...tablesInOtherFiles, ...omittedTables }

  expect(rows.map((row) => row.table_name).filter((name) => !known.has(name) && unlisted[name] === undefined)).toEqual([])
  for (const { table_name, columns } of rows) {
    const archived = known.get(table_name)
    if (archived === undefined) continue
    const expected = [...archived, ...(omittedColumns[table_name] ?? []), ...scopeColumns]
    expect(
      columns.filter((column) => !expected.includes(column)),
      table_name,
    ).toEqual([])
  }
  for (const { table, row } of Object.values(visitTables)) {
    const described = await deps.clickhouse.query({ query: `DESCRIBE ${table}`, format: 'JSONEachRow' })
    // The archive omits materialized columns, because ClickHouse computes them from the other columns.
    const columns = (await described.json<{ name: string; default_type: string }>()).filter(
      (column) => column.default_type !== 'MATERIALIZED',
    )
    const names = columns.map(({ name }) => name)
    expect(names.filter((name) => !(name in row.shape) && !scopeColumns.includes(name))).toEqual([])
  }
})

it('omits a deleted link, even if its deletion can still be undone', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const owned = await anOrganization(deps)
  const ctx = await aProject(deps, { owned })
  const [link, deleted] = [await aLink(deps, ctx), await aLink(deps, ctx)]
  for (const { url_id: id } of [link, deleted])
    await updateQrCode(deps, ctx, { subject: { kind: 'link', id }, update: { color: '#123456' } })
  await createAlias(deps, ctx, { linkId: link.url_id, draft: { slug: 'stays' } })
  await createAlias(deps, ctx, { linkId: deleted.url_id, draft: { slug: 'goes' } })
  await deleteLink(ctx, deleted.url_id)

  const files = await unpack(await anArchive(deps, owned.ctx))

  expect(parseJsonLines(files.get('projects/0001/links-0001.jsonl'))).toMatchObject([{ id: link.url_id }])
  expect(parseJsonLines(files.get('projects/0001/link-aliases-0001.jsonl'))).toMatchObject([{ link_id: link.url_id, slug: 'stays' }])
  expect(parseJsonLines(files.get('projects/0001/qr-codes-0001.jsonl'))).toMatchObject([{ subject_id: link.url_id }])
})

it('continues after a kill, and writes the same bytes', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const owned = await anOrganization(deps, { settings: ['package=Pro'] })
  await aFullProject(deps, owned)
  const exportId = await aRunningExport(deps, owned.ctx)
  const clock = { now: () => new Date('2026-04-01T00:00:00Z') }

  // The second query for the project's clicks fails, after half of the archive was written.
  let queries = 0
  const failing = new Proxy(deps.clickhouse, {
    get: (client, name) =>
      name === 'query'
        ? (query: never) => (queries++ === 4 ? Promise.reject(new Error('down')) : client.query(query))
        : Reflect.get(client, name),
  })
  await expect(runExport({ ...deps, clickhouse: failing }, owned.ctx, exportId, 1)).rejects.toThrow('down')
  const half = await getExport(owned.ctx, exportId)
  await runExport({ ...deps, clock }, owned.ctx, exportId, 1)

  expect(half).toMatchObject({ state: 'running' })
  expect(half.progress).toBeGreaterThan(0)
  const continued = await unpack(await downloadAll(deps, owned.ctx, exportId))
  const whole = await unpack(await anArchive({ ...deps, clock }, owned.ctx))
  for (const files of [continued, whole]) for (const name of ['manifest.json', 'audit-log-0001.jsonl']) files.delete(name)
  expect(continued).toEqual(whole)
})

it('omits the clicks of a project that is deleted during the export', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const owned = await anOrganization(deps, { settings: ['package=Pro'] })
  const ctx = await aFullProject(deps, owned)
  const exportId = await aRunningExport(deps, owned.ctx)
  await withScope(deps.db, { organizationId: owned.organization.id }, (tx) =>
    tx.deleteFrom('projects').where('id', '=', ctx.project.id).execute(),
  )

  await runExport(deps, owned.ctx, exportId)

  const files = await unpack(await downloadAll(deps, owned.ctx, exportId))
  expect([...files.keys()].filter((name) => name.startsWith('projects/0001/'))).toEqual([])
})

it('runs once even if it is started several times, and stops if it is deleted', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const { ctx } = await anOrganization(deps)

  const started = await Promise.all([createExport(deps, ctx), createExport(deps, ctx), createExport(deps, ctx)])
  const exportId = dataExportId.parse(started[0].export_id)
  expect(new Set(started.map((one) => one.export_id)).size).toBe(1)

  await Promise.all([runExport(deps, ctx, exportId, 1), runExport(deps, ctx, exportId, 1)])
  await runExport(deps, ctx, exportId, 1)
  expect((await unpack(await downloadAll(deps, ctx, exportId))).has('manifest.json')).toBe(true)

  const next = await aRunningExport(deps, ctx)
  await deleteExport(ctx, next)
  await runExport(deps, ctx, next)
  expect(await listExports(ctx)).toMatchObject([{ export_id: exportId, state: 'done', progress: 100 }])
})

it('downloads from a secret address, completely or from any byte', async () => {
  const { log, lines } = recordLog()
  await using deps = await openTestDeps({ clicks: true, log })
  const { user, ctx } = await anOrganization(deps)
  const call = createApiCaller(deps)
  const path = `/v1/${ctx.organization.id}/exports`
  const { export_id } = (await (await call(user, { method: 'POST', path })).json()) as { export_id: string }
  expect((await call(user, { method: 'POST', path: `${path}/${export_id}/download` })).status).toBe(409)
  await runExport(deps, ctx, dataExportId.parse(export_id), 1)
  const { url } = (await (await call(user, { method: 'POST', path: `${path}/${export_id}/download` })).json()) as { url: string }
  const get = (headers: Record<string, string>) => call(undefined, { method: 'GET', path: url, headers })

  const whole = await get({})
  const bytes = Buffer.from(await whole.arrayBuffer())
  expect(whole.status).toBe(200)
  expect(whole.headers.get('content-length')).toBe(String(bytes.length))
  for (const start of [1, 700, bytes.length - 1]) {
    const rest = await get({ range: `bytes=${start}-`, 'if-range': whole.headers.get('etag') ?? '' })
    expect(rest.status).toBe(206)
    expect(rest.headers.get('content-range')).toBe(`bytes ${start}-${bytes.length - 1}/${bytes.length}`)
    expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(start))).toBe(true)
  }
  expect((await get({ range: `bytes=${bytes.length}-` })).status).toBe(416)
  expect((await get({ range: 'bytes=1-', 'if-range': '"another"' })).status).toBe(200)
  expect((await call(undefined, { method: 'GET', path: `${url.slice(0, -1)}~` })).status).toBe(404)

  const by = { organizationId: ctx.organization.id, entityId: export_id, address: '203.0.113.7' }
  const [made, download] = ['archive.created', 'archive.download_requested'].map((event) => ({
    ...by,
    event,
    actor: `user ${user.actor.userId}`,
  }))
  expect(lines.filter(({ event }) => String(event).startsWith('archive.'))).toMatchObject([
    made,
    download,
    { ...by, event: 'archive.downloaded', actor: 'system download' },
  ])
  const entries = await (
    await call(user, { method: 'GET', path: `/v1/${ctx.organization.id}/audit-logs?event_type=data_export.fetch` })
  ).json()
  expect(entries).toMatchObject([{ label: 'Export downloaded', metadata: { address: '203.0.113.7' } }])
})

/** Creates a finished archive with a download address. `get` requests a range of its bytes as a client. */
async function aDownload(deps: TestDeps) {
  const { ctx } = await anOrganization(deps)
  const exportId = await aRunningExport(deps, ctx)
  await runExport(deps, ctx, exportId)
  const secret = (await createDownload(deps, ctx, exportId)).url.split('/').at(-1) ?? ''
  const limits = { callLimits: createCallLimits(), rateLimiters: createRateLimiters(deps) }
  const input = { organizationId: ctx.organization.id, exportId, secret, ifRange: undefined }
  const get = (range: string | undefined, client: { address?: string; responseEnds?: Promise<void> } = {}) =>
    downloadExport({ ...ctx, ...limits, ...client }, { ...input, range })
  return { ctx, get }
}

it('writes one audit entry per hour for a client of an address, and at most 20 for all clients', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const { ctx, get } = await aDownload(deps)
  const countEntries = async () =>
    (await queryAsOwner(deps, "select from audit_log where action = 'data_export.fetch' and organization_id = $1", [ctx.organization.id]))
      .length

  for (let times = 0; times < 5; times += 1) await get('bytes=0-0', { address: '203.0.113.7' })
  expect(await countEntries()).toBe(1)
  for (let nth = 1; nth <= 30; nth += 1) await get('bytes=0-0', { address: `198.51.100.${nth}` })
  expect(await countEntries()).toBe(20)
})

it('counts a download toward the limits of the user who created its address, until the response ends', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const { get } = await aDownload(deps)
  const { promise: responseEnds, resolve: end } = Promise.withResolvers<void>()
  const begun = await Promise.all([get(undefined, { responseEnds }), get(undefined, { responseEnds })])
  const waiting = Array.from({ length: 9 }, () => get('bytes=0-0', { responseEnds }))

  expect(begun.map(({ status }) => status)).toEqual([200, 200])
  expect(await catchErrorCode(Promise.race(waiting))).toBe('TOO_MANY_REQUESTS')
  end()
  const answered = await Promise.allSettled(waiting)
  expect(answered.filter(({ status }) => status === 'fulfilled')).toHaveLength(8)
})

it('reads only the requested bytes of an archive, in small slices', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const { ctx, get } = await aDownload(deps)
  const bytes = randomBytes(600_000)
  const id = [ctx.organization.id]
  await queryAsOwner(deps, 'update data_export_parts set bytes = $2 where organization_id = $1 and number = 0', [...id, bytes])
  await queryAsOwner(deps, 'delete from data_export_parts where organization_id = $1 and number > 0', id)
  await queryAsOwner(deps, 'update data_exports set byte_count = 600000 where organization_id = $1', id)

  const chunks = await Array.fromAsync((await get('bytes=1-')).body)
  expect(chunks.map(({ length }) => length)).toEqual([262_144, 262_144, 75_711])
  expect(Buffer.concat(chunks).equals(bytes.subarray(1))).toBe(true)
  expect(await Array.fromAsync((await get('bytes=7-7')).body)).toEqual([bytes.subarray(7, 8)])
})

it('resumes a download within a day, even if another address was created since', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const { ctx } = await anOrganization(deps)
  const exportId = await aRunningExport(deps, ctx)
  await runExport(deps, ctx, exportId)
  const [first, second] = [await createDownload(deps, ctx, exportId), await createDownload(deps, ctx, exportId)]
  const getStatus = async ({ url }: { url: string }, now = ctx.now) => {
    const secret = url.split('/').at(-1) ?? ''
    const input = { organizationId: ctx.organization.id, exportId, secret, range: 'bytes=7-', ifRange: `"${exportId}"` }
    return (await downloadExport({ ...ctx, callLimits: createCallLimits(), now }, input)).status
  }

  expect([await getStatus(second), await getStatus(first)]).toEqual([206, 206])
  const dayLater = new Date(ctx.now.getTime() + 86_400_000)
  expect(await catchErrorCode(getStatus(first, dayLater))).toBe('DATA_EXPORT_NOT_FOUND')
})

it('ends an address and its downloads when the user who created it is no longer an owner', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const owned = await anOrganization(deps)
  const { ctx } = owned
  const noah = await aMember(deps, owned, { role: 'owner' })
  const exportId = await aRunningExport(deps, ctx)
  await runExport(deps, ctx, exportId, 1)
  const openDownload = async (by: typeof noah) => {
    const secret = (await createDownload(deps, by, exportId)).url.split('/').at(-1) ?? ''
    const request = { ...ctx, callLimits: createCallLimits() }
    return () => downloadExport(request, { organizationId: ctx.organization.id, exportId, secret, range: undefined, ifRange: undefined })
  }
  const [ofMia, ofNoah] = [await openDownload(ctx), await openDownload(noah)]
  const reader = (await ofNoah()).body.getReader()
  await reader.read()

  await changeRole(ctx, { userId: noah.actor.userId, role: 'member' })

  expect(await catchErrorCode(ofNoah())).toBe('DATA_EXPORT_NOT_FOUND')
  const rest = async () => {
    for (;;) if ((await reader.read()).done) return
  }
  await expect(rest()).rejects.toThrow('the role of who made its address ended')
  expect((await ofMia()).status).toBe(200)

  await changeRole(ctx, { userId: noah.actor.userId, role: 'owner' })
  expect(await catchErrorCode(ofNoah())).toBe('DATA_EXPORT_NOT_FOUND')
  const again = await openDownload(noah)
  await removeMember(ctx, noah.actor.userId)
  expect(await catchErrorCode(again())).toBe('DATA_EXPORT_NOT_FOUND')
})

it('deletes exports after seven days, even if they did not finish', async () => {
  await using deps = await openTestDeps({ clicks: true })
  const { ctx } = await anOrganization(deps)
  await anArchive(deps, ctx)
  const db = openPostgres(deps.accounts.jobs)
  const runAfter = (days: number) => deleteExpiredExports({ ...deps, db, clock: { now: () => new Date(Date.now() + days * 86_400_000) } })

  expect(await runAfter(dataExportDays - 0.01)).toBe(0)
  expect(await runAfter(dataExportDays + 0.01)).toBe(1)
  await aRunningExport(deps, ctx)
  expect(await runAfter(dataExportDays - 0.01)).toBe(0)
  expect(await runAfter(dataExportDays + 0.01)).toBe(1)
  await db.destroy()

  expect(await listExports(ctx)).toEqual([])
})
