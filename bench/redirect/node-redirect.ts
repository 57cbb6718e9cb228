// Sends the same redirect for every request without recording it, which is the least that a node:http server can do.
import { createServer } from 'node:http'
import { listen } from '../../apps/server/src/platform/http/listen.ts'
import { sendToParent } from '../../apps/server/src/platform/process/process-messages.ts'

const headers = ['Location', 'https://shop.example/lamp?tag=mia-20', 'Content-Length', '0']
const server = createServer((_request, response) => {
  response.writeHead(302, headers)
  response.end()
})
await sendToParent({ kind: 'ready', port: await listen(server, '127.0.0.1', 0, 'PORT') })
