/** Called with the share of the body that has been sent, from 0 to 1. */
export type OnProgress = (share: number) => void

/** Sends a request like `fetch`, but reports how much of the body has been sent, which `fetch` can't do. */
export async function sendMeasured(request: Request, onProgress: OnProgress): Promise<Response> {
  const body = await request.blob()
  return new Promise((resolve, reject) => {
    const { signal } = request
    const xhr = new XMLHttpRequest()
    xhr.responseType = 'blob'
    xhr.open(request.method, request.url)
    for (const [name, value] of request.headers) xhr.setRequestHeader(name, value)
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    xhr.onload = () => resolve(toResponse(xhr))
    xhr.onerror = () => reject(new TypeError('The connection failed'))
    xhr.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', () => xhr.abort(), { once: true })
    if (signal.aborted) reject(signal.reason)
    else xhr.send(body)
  })
}

function toResponse(xhr: XMLHttpRequest): Response {
  const lines = xhr.getAllResponseHeaders().trim().split('\r\n')
  const headers = lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()])
  return new Response(xhr.status === 204 ? null : xhr.response, { status: xhr.status, statusText: xhr.statusText, headers })
}
