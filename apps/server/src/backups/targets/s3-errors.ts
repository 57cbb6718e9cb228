import { StartError } from '../../platform/process/start-error.ts'

/** The fields of the SDK's errors and of network errors that say what failed. */
interface S3Failure {
  name?: string
  code?: string
  message?: string
  Region?: string
  $metadata?: { httpStatusCode?: number }
}

const neededPermissions = 's3:ListBucket, s3:GetObject, s3:PutObject, s3:DeleteObject and s3:AbortMultipartUpload'

/** What an operator can do, by the name of the error. The keys are the protocol's error codes and the SDK's errors. */
const adviceByName: Record<string, string> = {
  AccessDenied: `the key of AWS_ACCESS_KEY_ID needs the permissions ${neededPermissions}`,
  AuthorizationHeaderMalformed: 'set AWS_REGION to the region of the bucket',
  CredentialsProviderError: 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or another source of credentials that the AWS SDK reads',
  ExpiredToken: 'renew the credentials and AWS_SESSION_TOKEN',
  InvalidAccessKeyId: 'correct AWS_ACCESS_KEY_ID, and AWS_ENDPOINT_URL_S3 if the bucket is not at AWS',
  NoSuchBucket: 'create the bucket, or correct its name and AWS_ENDPOINT_URL_S3',
  PermanentRedirect: 'set AWS_REGION to the region of the bucket',
  RequestTimeTooSkewed: 'set the clock of this machine',
  SignatureDoesNotMatch: 'correct AWS_SECRET_ACCESS_KEY, or AWS_REGION if the provider has its own regions',
}

const networkAdvice = 'check the network, the bucket and AWS_ENDPOINT_URL_S3'

/** Errors of the network, after the SDK's attempts. */
const networkCodes = ['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT']

/** Returns whether the request did not reach the server, or its response ended early. */
export function isNetworkError(error: unknown): boolean {
  const { name, code } = toFailure(error)
  return name === 'TimeoutError' || networkCodes.includes(code ?? '')
}

export function isMissing(error: unknown): boolean {
  return toFailure(error).name === 'NoSuchKey'
}

/** Converts an error of the SDK to a sentence that says what to do. `location` is the address of the bucket or file. */
export function toStartError(location: string, cause: unknown): StartError {
  if (cause instanceof StartError) return cause
  const failure = toFailure(cause)
  const advice = findAdvice(failure, cause)
  const reason = [failure.name === 'Error' ? failure.code : failure.name, failure.message].filter(Boolean).join(': ').replace(/\.$/, '')
  return new StartError(`${location} can't be used (${reason})${advice === undefined ? '.' : `: ${advice}.`}`, { cause })
}

function findAdvice({ name, message, Region, $metadata }: S3Failure, cause: unknown): string | undefined {
  if (message?.startsWith('Region ')) return 'set AWS_REGION, for example to us-east-1'
  if (isNetworkError(cause)) return networkAdvice
  if (name === 'AuthorizationHeaderMalformed' && Region !== undefined) return `set AWS_REGION to ${Region}`
  // Some providers return other names, or no body.
  return adviceByName[name ?? ''] ?? ($metadata?.httpStatusCode === 403 ? adviceByName.AccessDenied : undefined)
}

function toFailure(error: unknown): S3Failure {
  return error instanceof Error ? error : { message: String(error) }
}
