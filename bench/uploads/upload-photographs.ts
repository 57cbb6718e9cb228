// Uploads photographs one after the other as a new owner, and posts how long each took, in milliseconds.
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

/** Bytes after the end of a JPEG make it another file with the same picture. */
async function uploadOne({ api, params }: OwnedLink, nth: number): Promise<void> {
  const file = new File([new Uint8Array(photograph), `${nth}`], 'photograph.jpg')
  await api.uploads.create({ params, body: { file, purpose: 'picture' } })
}
