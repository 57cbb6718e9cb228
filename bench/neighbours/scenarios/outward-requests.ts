import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openSmtpServer } from '../../../apps/server/test/open-smtp-server.ts'
import { storesOf } from '../../../harness/run-part.ts'
import type { Scenario } from '../scenario.ts'

const silent = createServer(() => undefined)
const answering = createHttpServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Lamp</title>')
})
const smtp = await openSmtpServer()
const ports = await Promise.all(
  [silent, answering].map(async (server) => {
    server.listen(0, '0.0.0.0').unref()
    await once(server, 'listening')
    return (server.address() as { port: number }).port
  }),
)
const [silentPort, answeringPort] = ports

const readers = 200
let requested = 0

const insertReaders = `
  insert into users (id, email, full_name, password_hash)
  select gen_random_uuid(), 'reader-' || nth || '@people.example', 'Mia Reed', '' from generate_series(1, $1::integer) as nth`

/** Ten organizations with a thousand links each, every one to a host of its own. */
const insertLinks = `
  with owners as (
    insert into organizations (id, name) select gen_random_uuid(), 'Silent' from generate_series(1, 10) returning id
  ), shelves as (
    insert into projects (id, organization_id, name, description) select gen_random_uuid(), id, 'Shelf', '' from owners returning id, organization_id
  ), added as (
    insert into links (id, organization_id, project_id, slug, target, is_pending, created_at)
    select gen_random_uuid(), organization_id, id, 'silent-' || row_number() over (),
      format('http://127.%s.%s.%s:%s/', 1 + nth / 250, nth % 250, 1 + (row_number() over ()) % 250, $1::integer), true, now()
    from shelves cross join generate_series(1, 1000) as nth
    returning id, organization_id, project_id, target)
  insert into outward_requests (organization_id, kind, subject, link_id, priority, host, payload)
  select organization_id, 'page', id, id, 0, split_part(target, '/', 3), json_build_object('projectId', project_id, 'linkId', id) from added`

async function asOwner(dataFolder: string, text: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: (await storesOf({ dataFolder })).databaseUrl })
  await client.connect()
  await client.query(text, values).finally(() => client.end())
}

/** 10,000 links of ten organizations whose servers accept connections and never answer. */
export const scenario: Scenario = {
  name: '10,000 links to silent servers | reset email, and title of a link',
  environment: { ALLOWED_PRIVATE_ADDRESSES: '127.0.0.0/8', SMTP_URL: `smtp://127.0.0.1:${smtp.port}` },
  prepare: ({ instance }) => asOwner(instance.dataFolder, insertReaders, [readers]),
  async attack({ instance }, signal) {
    await asOwner(instance.dataFolder, insertLinks, [silentPort])
    if (!signal.aborted) await once(signal, 'abort')
    await smtp.close()
  },
  async request({ instance, neighbour: { client, params } }) {
    requested += 1
    const email = `reader-${requested}@people.example`
    const body = { target: `http://127.200.0.${requested}:${answeringPort}/` }
    const [{ url_id }] = await Promise.all([
      client.links.create({ params, body }),
      asOwner(instance.dataFolder, "select enqueue_job('send-password-reset-email', $1::json)", [JSON.stringify({ email })]),
    ])
    const link = { params: { ...params, urlId: url_id } }
    while ((await client.links.get(link)).pending) await sleep(20)
    while (!smtp.received.some(({ message }) => message.includes(email))) await sleep(20)
    await client.links.delete(link)
  },
}
