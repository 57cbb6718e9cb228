import { once } from 'node:events'
import { createServer } from 'node:http'
import { repeat, type Scenario } from '../scenario.ts'

/** The content of the largest style sheet that the server reads. */
const styleSheet = '{'.repeat(499_000)
const site = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/css' }).end(styleSheet)
}).listen(0, '127.0.0.1')
await once(site.unref(), 'listening')
const { port } = site.address() as { port: number }

/** The attacker sends three concurrent calls to copy a style sheet that is slow to parse. */
export const scenario: Scenario = {
  name: '3 copies of a hostile style sheet at once | list of links',
  environment: { ALLOWED_PRIVATE_ADDRESSES: '127.0.0.0/8' },
  attack: ({ attacker: { client, params } }, signal) =>
    repeat(3, signal, () => client.uploads.copyFonts({ params, body: { url: `http://127.0.0.1:${port}/fonts.css` } })),
  request: ({ neighbour: { client, params } }) => client.links.list({ params, query: { archived: 'false', limit: '100' } }),
}
