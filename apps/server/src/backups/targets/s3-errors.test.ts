import { expect, it } from 'vitest'
import { toStartError } from './s3-errors.ts'

it.each([
  [{ code: 'ENOTFOUND', message: 'getaddrinfo ENOTFOUND s3.test' }, '(ENOTFOUND: getaddrinfo ENOTFOUND s3.test): check the network'],
  [{ name: 'TimeoutError', message: 'socket hang up' }, '(TimeoutError: socket hang up): check the network'],
  [{ name: 'Forbidden', $metadata: { httpStatusCode: 403 } }, '(Forbidden): the key of AWS_ACCESS_KEY_ID needs the permissions'],
  [{ name: 'AuthorizationHeaderMalformed', Region: 'eu-central-1' }, '(AuthorizationHeaderMalformed): set AWS_REGION to eu-central-1.'],
  [{ name: 'SlowDown', message: 'Please reduce your request rate.' }, '(SlowDown: Please reduce your request rate).'],
])('says why a bucket can not be used, and what to do: %j', (failure, text) => {
  expect(toStartError('s3://copies', Object.assign(new Error(''), failure)).message).toContain(`s3://copies can't be used ${text}`)
})
