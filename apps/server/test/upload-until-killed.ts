// Uploads pictures and encodes them as AVIF until the process is killed. Writes a line for each accepted upload.
import { organizationId, projectId } from '@linkshelf/contract'
import sharp from 'sharp'
import { createRequestContext, findSystemContext } from '../src/access/index.ts'
import { systemClock } from '../src/platform/clock.ts'
import { systemIds } from '../src/platform/ids.ts'
import { openPostgres } from '../src/platform/postgres/postgres.ts'
import { silentLog } from '../src/platform/process/log.ts'
import { addAvif } from '../src/uploads/add-avif.ts'
import { createImageFetch } from '../src/uploads/index.ts'
import { createUpload } from '../src/uploads/uploads.ts'

const [databaseUrl = '', organization, project] = process.argv.slice(2)
const deps = {
  db: openPostgres(databaseUrl),
  clock: systemClock,
  ids: systemIds,
  log: silentLog,
  hasPlans: true,
  fetchImage: createImageFetch({ userAgent: 'test' }),
  origins: { app: 'http://app.test', public: 'http://go.test' },
}
const request = createRequestContext(deps, { actor: { kind: 'system', name: 'test' }, source: 'command' })
const ctx = await findSystemContext(request, organizationId.parse(organization), projectId.parse(project))
if (ctx === undefined) throw new Error('There is no such organization')

for (;;) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const bytes = await sharp({ create: { width: 200, height: 100, channels: 3, background: '#777777', noise } })
    .jpeg()
    .toBuffer()
  const file = new File([new Uint8Array(bytes)], 'lamp.jpg')
  const { url, upload_id } = await createUpload(deps, ctx, { file, purpose: 'picture' })
  process.stdout.write(`${url}\n`)
  await addAvif(deps, { organizationId: ctx.organization.id, digest: upload_id })
}
