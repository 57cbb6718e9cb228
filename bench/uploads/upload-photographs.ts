// Uploads photographs as a new owner, one after the other, and sends the duration of each upload in milliseconds to the
// parent thread.
import { parentPort, workerData } from 'node:worker_threads'
import { anOwnedLinkOn, type OwnedLink } from '../../harness/owned-link.ts'
import { measureMs } from '../measure.ts'

export interface UploadOrder {
  appUrl: string
  photograph: Uint8Array
  count: number
}

const { appUrl, photograph, count } = workerData as UploadOrder
const owner = await anOwnedLinkOn({ appUrl })
const durationsMs: number[] = []
for (let nth = 0; nth < count; nth += 1) durationsMs.push(await measureMs(() => uploadOne(owner, nth)))
parentPort?.postMessage(durationsMs)

/**
 * Uploads the photograph with additional bytes after the end of the JPEG. They make it a different file with the same
 * picture.
 */
async function uploadOne({ api, params }: OwnedLink, nth: number): Promise<void> {
  const file = new File([new Uint8Array(photograph), `${nth}`], 'photograph.jpg')
  await api.uploads.create({ params, body: { file, purpose: 'picture' } })
}
