import { expect, it } from 'vitest'
import { toRequest } from './to-request.ts'

const options = { apiKey: 'lsk_1', baseUrl: 'https://app.test/' }

it('fills in the path, leaves out undefined values, and sends the key', () => {
  const request = toRequest(
    options,
    'GET',
    '/v1/{orgId}/urls',
    { params: { orgId: 'a/b' }, query: { limit: 20, search: undefined } },
    undefined,
  )
  expect(request.url).toBe('https://app.test/v1/a%2Fb/urls?limit=20')
  expect(request.headers.get('authorization')).toBe('Bearer lsk_1')
})

it('rejects a missing path parameter, which would change the path', () => {
  expect(() => toRequest(options, 'GET', '/v1/{orgId}/urls', { params: {} }, undefined)).toThrow('The parameter orgId is missing')
})

it.each(['.', '..'])('rejects %s as a parameter, which would lead to another path', (labelId) => {
  expect(() => toRequest(options, 'DELETE', '/v1/{labelId}', { params: { labelId } }, undefined)).toThrow(`labelId can't be ${labelId}`)
})

it('sends a body as JSON, or as a form if it contains a file', async () => {
  const json = toRequest(options, 'POST', '/v1/x', { body: { name: 'Lamps' } }, undefined)
  expect([json.headers.get('content-type'), await json.json()]).toEqual(['application/json', { name: 'Lamps' }])

  const form = toRequest(options, 'POST', '/v1/x', { body: { file: new Blob(['name']), purpose: 'icon', url: undefined } }, undefined)
  expect([...(await form.formData()).keys()]).toEqual(['file', 'purpose'])
})
