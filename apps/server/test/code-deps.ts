import type { CodeDeps } from '../src/identity/codes/verify-code.ts'
import { createKeyCipher, createLoggedThrottle } from '../src/identity/index.ts'
import type { CoreDeps } from '../src/platform/deps.ts'
import { testIdentitySecrets } from './open-test-identity.ts'

/** Returns what an operation needs to check passwords, and codes of the test's identity provider. */
export function createCodeDeps(deps: CoreDeps): CodeDeps {
  return { throttle: createLoggedThrottle(deps, 'test'), keyCipher: createKeyCipher(testIdentitySecrets), isProviderOnly: false }
}
