import { createHash } from 'node:crypto'

interface UploadedFile {
  file: Buffer
  file_hash: string
  file_name: string
}

/** The bytes of an upload, their SHA-256, and its name: on one line, and short. */
export async function readUpload(upload: File, unnamed: string): Promise<UploadedFile> {
  const file = Buffer.from(await upload.arrayBuffer())
  return { file, file_hash: createHash('sha256').update(file).digest('hex'), file_name: toFileName(upload.name) || unnamed }
}

function toFileName(name: string): string {
  return name
    .replace(/\p{Cc}/gu, '')
    .toWellFormed()
    .slice(0, 200)
}
