import { once } from 'node:events'
import { request } from 'node:http'
import { anImage } from '../../../apps/server/test/builders/image-builder.ts'
import type { Instance } from '../../../harness/run-linkshelf.ts'
import { type Account, repeat, type Scenario } from '../scenario.ts'

const picture = new Uint8Array(await anImage({ width: 400, height: 300 }).jpeg().toBuffer())

const drip = async ({ appUrl }: Instance, { token, params }: Account, signal: AbortSignal) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 9_000_000 }
  const address = `${appUrl}/v1/${params.orgId}/projects/${params.projectId}/uploads`
  const upload = request(address, { method: 'POST', headers, agent: false, signal })
  upload.write('--x\r\n')
  const [response] = await once(upload, 'response')
  response.resume()
  upload.destroy()
}

/** Three accounts have eight uploads each that send only their first bytes. An upload that ends is started again. */
export const scenario: Scenario = {
  name: '8 dripping uploads of 3 accounts each | upload of a picture',
  attack: ({ instance, attackers }, signal) =>
    Promise.all(attackers.map((account) => repeat(8, signal, () => drip(instance, account, signal)))),
  request: ({ neighbour: { client, params } }) =>
    client.uploads.create({ params, body: { file: new File([picture], 'lamp.jpg'), purpose: 'picture' } }),
}
