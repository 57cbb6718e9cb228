import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSmtpServer } from '../../../apps/server/test/open-smtp-server.ts'
import { queryAsOwner, type Scenario } from '../scenario.ts'

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

/** Inserts 25 organizations with 400 links each. Every link leads to a different host. */
const insertLinks = `
  with owners as (
    insert into organizations (id, name) select gen_random_uuid(), 'Silent' from generate_series(1, 25) returning id
  ), shelves as (
    insert into projects (id, organization_id, name, description) select gen_random_uuid(), id, 'Shelf', '' from owners returning id, organization_id
  ), added as (
    insert into links (id, organization_id, project_id, slug, target, is_pending, created_at)
    select gen_random_uuid(), organization_id, id, 'silent-' || row_number() over (),
      format('http://127.%s.%s.%s:%s/', 1 + nth / 250, nth % 250, 1 + (row_number() over ()) % 250, $1::integer), true, now()
    from shelves cross join generate_series(1, 400) as nth
    returning id, organization_id, project_id, target)
  insert into outward_requests (organization_id, kind, subject, link_id, priority, host, payload)
  select organization_id, 'page', id, id, 0, split_part(target, '/', 3), json_build_object('projectId', project_id, 'linkId', id) from added`

/** 25 organizations have 10,000 links to servers that accept connections and never respond. */
export const scenario: Scenario = {
  name: '10,000 links of 25 organizations to silent servers | reset email, and title of a link',
  environment: { ALLOWED_PRIVATE_ADDRESSES: '127.0.0.0/8', SMTP_URL: `smtp://127.0.0.1:${smtp.port}` },
  prepare: ({ instance }) => queryAsOwner(instance, insertReaders, [readers]),
  async attack({ instance }, signal) {
    await queryAsOwner(instance, insertLinks, [silentPort])
    if (!signal.aborted) await once(signal, 'abort')
    await smtp.close()
  },
  async request({ instance, neighbour: { client, params } }) {
    requested += 1
    const email = `reader-${requested}@people.example`
    const body = { target: `http://127.200.0.${requested}:${answeringPort}/` }
    const [{ url_id }] = await Promise.all([
      client.links.create({ params, body }),
      queryAsOwner(instance, "select enqueue_job('send-password-reset-email', $1::json)", [JSON.stringify({ email })]),
    ])
    const link = { params: { ...params, urlId: url_id } }
    while ((await client.links.get(link)).pending) await sleep(20)
    while (!smtp.received.some(({ message }) => message.includes(email))) await sleep(20)
    await client.links.delete(link)
  },
}
