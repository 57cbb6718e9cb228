import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { StartError } from '../../platform/process/start-error.ts'
import type { FileStorage, StorageEntry } from './file-storage.ts'
import { isMissing, isNetworkError, toStartError } from './s3-errors.ts'

/** An upload buffers four parts. A file can have 10,000 parts, so this limits files to 160 GB. */
const partBytes = 16 * 1_048_576

/** The delays between the attempts add up to some ten seconds, so a short interruption does not end a back-up. */
const maxAttempts = 8

/** A connection that transfers no byte for this long is closed, and the request is sent again. */
const idleMs = 60_000

/** How many times in a row a download continues without receiving a byte. */
const maxResumes = 5

/** How many files are deleted at the same time. Providers other than AWS reject requests that delete several files. */
const parallelDeletions = 16

/** Returns whether the target is an address and not the path of a folder. */
export function isAddress(target: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(target)
}

/** Throws a StartError if the address is not `s3://bucket` or `s3://bucket/prefix`. */
export function parseS3Address(address: string): { bucket: string; prefix: string } {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]+[a-z0-9])(?:\/([^?#]*))?$/i.exec(address) ?? []
  if (bucket === undefined) throw new StartError(`${address} can't be used: name a folder, or a bucket as in s3://bucket/prefix.`)
  return { bucket, prefix: path.split('/').filter(Boolean).join('/') }
}

/**
 * Stores files in a bucket of S3 or of a provider with S3's protocol. The SDK reads the credentials, the region and the
 * endpoint from the environment, and is loaded with the first request.
 */
export function openS3Storage(bucket: string, prefix: string): FileStorage {
  let opening: Promise<S3> | undefined
  const open = () => {
    opening ??= openClient()
    return opening
  }
  const toKey = (path: string) => [prefix, path].filter(Boolean).join('/')
  const toLocation = (path: string) => `s3://${[bucket, toKey(path)].filter(Boolean).join('/')}`

  /** Runs the request. Its errors become sentences about the file. */
  const request = async <Result>(path: string, run: (s3: S3) => Promise<Result>): Promise<Result> => {
    try {
      return await run(await open())
    } catch (cause) {
      throw toStartError(toLocation(path), cause)
    }
  }

  async function* download(path: string): AsyncGenerator<Uint8Array> {
    const { client, GetObjectCommand } = await open()
    let [offset, resumes] = [0, 0]
    let expected: { bytes: number; etag: string | undefined } | undefined
    while (expected === undefined || offset < expected.bytes) {
      const continued = expected && { Range: `bytes=${offset}-`, IfMatch: expected.etag }
      const get = new GetObjectCommand({ Bucket: bucket, Key: toKey(path), ...continued })
      const { Body, ContentLength = 0, ETag } = await request(path, () => client.send(get))
      expected ??= { bytes: ContentLength, etag: ETag }
      if (!(Body instanceof Readable)) throw new Error('The response has no content')
      let failure: unknown = new Error('The content is incomplete')
      try {
        for await (const chunk of Body) {
          offset += chunk.length
          resumes = 0
          yield chunk
        }
      } catch (cause) {
        if (!isNetworkError(cause)) throw toStartError(toLocation(path), cause)
        failure = cause
      }
      if (offset < expected.bytes && resumes === maxResumes) throw toStartError(toLocation(path), failure)
      resumes += 1
    }
  }

  const storage: FileStorage = {
    toLocation,

    listFiles: (start) =>
      request('', async ({ client, paginateListObjectsV2 }) => {
        const files: StorageEntry[] = []
        for await (const page of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: toKey(start) })) {
          for (const { Key, LastModified } of page.Contents ?? []) {
            if (Key !== undefined && LastModified !== undefined)
              files.push({ path: Key.slice(prefix === '' ? 0 : prefix.length + 1), writtenAt: LastModified })
          }
        }
        return files
      }),

    async writeFile(path, content) {
      const { client, Upload } = await open()
      let bytes = 0
      let contentError: { error: unknown } | undefined
      const counted = async function* () {
        try {
          for await (const chunk of content) {
            bytes += chunk.length
            yield chunk
          }
        } catch (error) {
          contentError = { error }
          throw error
        }
      }
      const params = { Bucket: bucket, Key: toKey(path), Body: Readable.from(counted(), { objectMode: false }) }
      try {
        await new Upload({ client, params, partSize: partBytes }).done()
      } catch (cause) {
        // An error of the database that is copied is no error of the bucket.
        throw contentError === undefined ? toStartError(toLocation(path), cause) : contentError.error
      } finally {
        content.destroy()
      }
      return bytes
    },

    readFile: (path) => Readable.from(download(path), { objectMode: false }),

    findText: (path) =>
      request(path, async ({ client, GetObjectCommand }) => {
        try {
          const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: toKey(path) }))
          return await Body?.transformToString('utf8')
        } catch (error) {
          if (isMissing(error)) return undefined
          throw error
        }
      }),

    deleteFile: (path) =>
      request(path, async ({ client, DeleteObjectCommand }) => {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: toKey(path) }))
      }),

    async deleteFolder(path) {
      const files = await storage.listFiles(`${path}/`)
      for (let start = 0; start < files.length; start += parallelDeletions)
        await Promise.all(files.slice(start, start + parallelDeletions).map((file) => storage.deleteFile(file.path)))
    },
  }
  return storage
}

type S3 = Awaited<ReturnType<typeof openClient>>

async function openClient() {
  const { S3Client, ...commands } = await import('@aws-sdk/client-s3')
  const { Upload } = await import('@aws-sdk/lib-storage')
  const client = new S3Client({
    maxAttempts,
    requestHandler: { connectionTimeout: 10_000, socketTimeout: idleMs },
    // Several providers reject the checksums that the SDK adds by default. The manifest has checksums of its own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  await addressBucketByPath(client)
  return { client, Upload, ...commands }
}

/** If the environment names an endpoint, the bucket is part of the path, because few providers give it a host name. */
async function addressBucketByPath(client: S3Client): Promise<void> {
  const endpoint = await client.config.serviceConfiguredEndpoint?.()
  client.config.forcePathStyle = endpoint !== undefined
}
