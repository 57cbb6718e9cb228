import { api } from '../../api.ts'

/** Who is signed in. */
export const whoAmI = api.me.get.queryOptions()
