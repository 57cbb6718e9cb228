import { once } from 'node:events'
import { request } from 'node:http'
import { anImage } from '../../../apps/server/test/builders/image-builder.ts'
import { repeat, type Scenario } from '../scenario.ts'

const picture = new Uint8Array(await anImage({ width: 400, height: 300 }).jpeg().toBuffer())

/** Eight uploads that send no more than their first bytes, begun again when they end. */
export const scenario: Scenario = {
  name: '8 dripping uploads | upload of a picture',
  attack: ({ instance: { appUrl }, attacker: { token, params } }, signal) =>
    repeat(8, signal, async () => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x', 'content-length': 9_000_000 }
      const address = `${appUrl}/v1/${params.orgId}/projects/${params.projectId}/uploads`
      const upload = request(address, { method: 'POST', headers, agent: false, signal })
      upload.write('--x\r\n')
      const [response] = await once(upload, 'response')
      response.resume()
      upload.destroy()
    }),
  request: ({ neighbour: { client, params } }) =>
    client.uploads.create({ params, body: { file: new File([picture], 'lamp.jpg'), purpose: 'picture' } }),
}
