// A server with the part of S3's protocol that back-ups use. It stores objects in memory.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const s3Bucket = 'copies'
export const s3Credentials = { AWS_ACCESS_KEY_ID: 'linkshelf', AWS_SECRET_ACCESS_KEY: 'a secret of tests', AWS_REGION: 'us-east-1' }

const minPartBytes = 5 * 1_048_576
/** This number is small, so that tests read several pages. */
const keysPerPage = 20

interface S3Object {
  bytes: Buffer
  writtenAt: Date
}

export interface S3Request {
  method: string
  key: string
  query: URLSearchParams
}

/**
 * How a request fails: `refuse` answers that access is denied, `reset` closes the connection, `cut` closes it after
 * half of the content, and `empty` closes it before the content.
 */
export type S3Fault = 'refuse' | 'reset' | 'cut' | 'empty'

export interface S3Server extends AsyncDisposable {
  /** The environment of a process that uses the server. */
  environment: Record<string, string>
  objects: Map<string, S3Object>
  /** Uploads in parts that were neither completed nor aborted, by id. */
  uploads: ReadonlyMap<string, unknown>
  requests: readonly S3Request[]
  /** Decides which requests fail. */
  findFault: (request: S3Request) => S3Fault | undefined
}

class S3Error extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export async function openS3Server(): Promise<S3Server> {
  const objects = new Map<string, S3Object>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const requests: S3Request[] = []

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(message.url ?? '/', 'http://localhost')
    const [, bucket = '', ...parts] = decodeURIComponent(url.pathname).split('/')
    const request = { method: message.method ?? '', key: parts.join('/'), query: url.searchParams }
    const body = await buffer(message)
    requests.push(request)
    const fault = server.findFault(request)
    if (fault === 'reset') return void message.socket.destroy()
    verifySignature(message, url, body)
    if (fault === 'refuse') throw new S3Error(403, 'AccessDenied')
    if (bucket !== s3Bucket) throw new S3Error(404, 'NoSuchBucket')
    // Other providers reject these checksums, which are newer than their protocol.
    if (Object.keys(message.headers).some((name) => /^x-amz-(checksum|sdk-checksum|trailer)/.test(name)))
      throw new S3Error(501, 'NotImplemented')
    if (request.key === '') return sendXml(response, listObjects(objects, request.query))
    if (request.method === 'GET')
      return sendObject(response, getObject(objects, request.key), {
        headers: message.headers,
        sentShare: fault === 'cut' ? 0.5 : fault === 'empty' ? 0 : 1,
      })
    answerWrite({ objects, uploads, request, body, response })
  }

  const http = createServer((message, response) => {
    answer(message, response).catch((error: unknown) => {
      if (!(error instanceof S3Error)) throw error
      sendXml(response, `<Error><Code>${error.code}</Code><Message>The server rejects it</Message></Error>`, error.status)
    })
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const server: S3Server = {
    environment: {
      ...s3Credentials,
      AWS_ENDPOINT_URL_S3: endpoint,
      // The files of the user who runs the tests are not read.
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
      AWS_EC2_METADATA_DISABLED: 'true',
    },
    objects,
    uploads,
    requests,
    findFault: () => undefined,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  return server
}

function getObject(objects: S3Server['objects'], key: string): S3Object {
  const object = objects.get(key)
  if (object === undefined) throw new S3Error(404, 'NoSuchKey')
  return object
}

function sendObject(
  response: ServerResponse,
  { bytes, writtenAt }: S3Object,
  { headers, sentShare }: { headers: IncomingMessage['headers']; sentShare: number },
): void {
  const etag = toEtag(bytes)
  if ((headers['if-match'] ?? etag) !== etag) throw new S3Error(412, 'PreconditionFailed')
  const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
  if (start > 0 && start >= bytes.length) throw new S3Error(416, 'InvalidRange')
  const content = bytes.subarray(start)
  response.writeHead(start === 0 ? 200 : 206, {
    'content-length': content.length,
    etag,
    'last-modified': writtenAt.toUTCString(),
  })
  if (sentShare === 1) return void response.end(content)
  response.flushHeaders()
  response.write(content.subarray(0, content.length * sentShare))
  response.socket?.end()
}

interface WriteRequest {
  objects: S3Server['objects']
  uploads: Map<string, Map<number, Buffer>>
  request: S3Request
  body: Buffer
  response: ServerResponse
}

function answerWrite({ objects, uploads, request: { method, key, query }, body, response }: WriteRequest): void {
  const uploadId = query.get('uploadId')
  const parts = uploadId === null ? undefined : uploads.get(uploadId)
  if (uploadId !== null && parts === undefined) throw new S3Error(404, 'NoSuchUpload')
  if (method === 'POST' && query.has('uploads')) {
    const id = `${key}-${uploads.size}`
    uploads.set(id, new Map())
    sendXml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  } else if (method === 'PUT' && parts !== undefined) {
    parts.set(Number(query.get('partNumber')), body)
    response.writeHead(200, { etag: toEtag(body) }).end()
  } else if (method === 'POST' && parts !== undefined) {
    objects.set(key, { bytes: joinParts(parts, body.toString()), writtenAt: new Date() })
    uploads.delete(uploadId ?? '')
    sendXml(response, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`)
  } else if (method === 'PUT') {
    objects.set(key, { bytes: body, writtenAt: new Date() })
    response.writeHead(200, { etag: toEtag(body) }).end()
  } else if (method === 'DELETE') {
    if (uploadId === null) objects.delete(key)
    else uploads.delete(uploadId)
    response.writeHead(204).end()
  } else throw new S3Error(405, 'MethodNotAllowed')
}

/** Joins the parts that the request lists, and rejects what S3 rejects. */
function joinParts(parts: ReadonlyMap<number, Buffer>, xml: string): Buffer {
  const listed = [...xml.matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => {
    const bytes = parts.get(Number(/<PartNumber>(\d+)</.exec(part)?.[1]))
    const etag = /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"')
    if (bytes === undefined || etag !== toEtag(bytes)) throw new S3Error(400, 'InvalidPart')
    return bytes
  })
  if (listed.slice(0, -1).some((bytes) => bytes.length < minPartBytes)) throw new S3Error(400, 'EntityTooSmall')
  return Buffer.concat(listed)
}

function listObjects(objects: S3Server['objects'], query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort()
  const page = keys.slice(0, keysPerPage)
  const contents = page.map((key) => {
    const { bytes, writtenAt } = getObject(objects, key)
    return `<Contents><Key>${key}</Key><LastModified>${writtenAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
  })
  const isTruncated = keys.length > page.length
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}

function sendXml(response: ServerResponse, xml: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`)
}

function toEtag(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

/** Computes the signature (version 4) of the request, and compares it with the signature that the client sent. */
function verifySignature(message: IncomingMessage, url: URL, body: Buffer): void {
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/((\d+)\/([^/]+)\/s3\/aws4_request), ?SignedHeaders=([^,]+), ?Signature=(\w{64})$/
  const [, key, scope = '', date = '', region = '', names = '', signature = ''] = pattern.exec(message.headers.authorization ?? '') ?? []
  if (key === undefined) throw new S3Error(403, 'AccessDenied')
  if (key !== s3Credentials.AWS_ACCESS_KEY_ID) throw new S3Error(403, 'InvalidAccessKeyId')
  if (region !== s3Credentials.AWS_REGION) throw new S3Error(400, 'AuthorizationHeaderMalformed')
  const contentHash = String(message.headers['x-amz-content-sha256'])
  if (contentHash !== 'UNSIGNED-PAYLOAD' && contentHash !== toSha256(body)) throw new S3Error(400, 'XAmzContentSHA256Mismatch')
  const query = url.search
    .slice(1)
    .split('&')
    .filter(Boolean)
    .map((field) => (field.includes('=') ? field : `${field}=`))
  const canonical = [
    message.method,
    url.pathname,
    query.sort().join('&'),
    ...names.split(';').map((name) => `${name}:${message.headers[name]}`),
    '',
    names,
    contentHash,
  ].join('\n')
  const text = ['AWS4-HMAC-SHA256', message.headers['x-amz-date'], scope, toSha256(canonical)].join('\n')
  const sign = (secret: string | Buffer, value: string) => createHmac('sha256', secret).update(value).digest()
  const signingKey = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(sign, `AWS4${s3Credentials.AWS_SECRET_ACCESS_KEY}`)
  if (!timingSafeEqual(sign(signingKey, text), Buffer.from(signature, 'hex'))) throw new S3Error(403, 'SignatureDoesNotMatch')
}

function toSha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}
