import { accountPath, secondFactorPath } from '@linkshelf/contract'
import { AppError } from '../../access/index.ts'
import type { Page } from '../../layout/index.ts'
import { listOrganizationsRequiringSecondFactor } from '../../organizations/index.ts'
import { createTotpKey, toKeyUri } from '../codes/totp.ts'
import { openSetUpKey, sealSetUpKey } from '../codes/totp-cipher.ts'
import { getProfile, hasUsablePassword } from '../profile/profile.ts'
import {
  type CodeConfirmation,
  disableSecondFactor,
  enableSecondFactor,
  renewRecoveryCodes,
} from '../second-factor/second-factor-settings.ts'
import { selectPasskeys } from '../tables/passkey-table.ts'
import { countRecoveryCodes } from '../tables/second-factor-table.ts'
import { type AccountContext, isRecentlySignedIn, withAccount } from './account-pages.ts'
import { codeForm, readField, readForm, toFieldErrors } from './auth-form-schemas.ts'
import type { AuthPages, AuthSite, PageContext, PageStatus } from './auth-site.ts'
import { toConfirmUserPath } from './confirm-user-forms.ts'
import { toConfirmationErrors } from './confirmation-errors.ts'
import type { FieldErrors, FormState } from './form-fields.ts'
import { manageSecondFactorPage, type NewKey, recoveryCodesPage, setUpPage } from './second-factor-forms.ts'

const path = secondFactorPath.replace('/auth', '')
/** The page that says that two-step sign-in was turned off. */
const offPath = `${accountPath}?notice=two-step-off`

/** Adds the pages on which a signed-in user turns two-step sign-in on and off, and makes new recovery codes. */
export function addSecondFactorPages(pages: AuthPages, site: AuthSite): void {
  const { deps, show } = site

  pages.get(path, (context) => withAccount(site, context, (ctx) => showSecondFactor(site, context, ctx)))
  for (const form of ['on', 'codes', 'off']) pages.get(`${path}/${form}`, (context) => context.redirect(secondFactorPath, 303))

  pages.post(`${path}/on`, (context) =>
    withAccount(site, context, async (ctx) => {
      const { values } = await readForm(context, codeForm)
      const key = openSetUpKey(deps.keyCipher, ctx.actor.userId, await readField(context, 'key'))
      if (key === undefined) return context.redirect(secondFactorPath, 303)
      try {
        return show(context, recoveryCodesPage(await enableSecondFactor(deps, ctx, { key, code: values.code })))
      } catch (error) {
        if (hasCode(error, 'REAUTHENTICATION_REQUIRED') || hasCode(error, 'SECOND_FACTOR_EXISTS'))
          return context.redirect(secondFactorPath, 303)
        const [errors, status] = toConfirmationErrors(error)
        return show(context, await toSetUpPage(site, ctx, key, { errors }), status)
      }
    }),
  )

  const addChange = (form: string, change: (ctx: AccountContext, confirmation: CodeConfirmation) => Promise<Page | undefined>) =>
    pages.post(`${path}/${form}`, (context) =>
      withAccount(site, context, async (ctx) => {
        const { form: parsed } = await readForm(context, codeForm)
        if (!parsed.success) return showSecondFactor(site, context, ctx, toFieldErrors(parsed.error), 422)
        try {
          const page = await change(ctx, parsed.data)
          return page === undefined ? context.redirect(offPath, 303) : show(context, page)
        } catch (error) {
          return showSecondFactor(site, context, ctx, ...toConfirmationErrors(error))
        }
      }),
    )
  addChange('codes', async (ctx, confirmation) => recoveryCodesPage(await renewRecoveryCodes(deps, ctx, confirmation)))
  addChange('off', async (ctx, confirmation) => void (await disableSecondFactor(deps, ctx, confirmation)))
}

async function showSecondFactor(
  site: AuthSite,
  context: PageContext,
  ctx: AccountContext,
  errors?: FieldErrors,
  status: PageStatus = 200,
): Promise<Response> {
  const { db } = site.deps
  const profile = await getProfile(ctx)
  const { email, has_second_factor: isOn, second_factor_reset_at: resetAt } = profile
  const needsPassword = !(await isRecentlySignedIn(ctx))
  const asksForPassword = isOn && hasUsablePassword(site.deps, profile)
  if (needsPassword && !asksForPassword) return context.redirect(toConfirmUserPath(secondFactorPath), 303)
  // The form is of another tab, in which two-step sign-in was still on.
  if (!isOn && errors !== undefined) return context.redirect(offPath, 303)
  if (!isOn) return site.show(context, await toSetUpPage(site, ctx, await createTotpKey()))
  const hasPasskey = (await selectPasskeys(db, ctx.actor.userId)).length > 0
  const shown = {
    ...{ email, needsPassword },
    codesLeft: await countRecoveryCodes(db, ctx.actor.userId),
    resetDueAt: resetAt === null ? undefined : new Date(resetAt),
    requiredBy: hasPasskey ? [] : await listOrganizationsRequiringSecondFactor(ctx),
  }
  return site.show(context, manageSecondFactorPage(shown, errors && { errors }), status)
}

async function toSetUpPage({ deps }: AuthSite, ctx: AccountContext, key: string, state?: FormState): Promise<Page> {
  const { createQrMatrix, toSvg } = await import('../../platform/draw-qr-code.ts')
  const { email } = await getProfile(ctx)
  const keyUri = await toKeyUri(key, email)
  const matrix = createQrMatrix(keyUri, { hasLogo: false })
  const qrCode = toSvg(matrix, { color: '#000000', backgroundColor: '#ffffff', isTransparent: false }, 200)
  const newKey: NewKey = { key, keyUri, qrCode, sealedKey: sealSetUpKey(deps.keyCipher, ctx.actor.userId, key) }
  return setUpPage(newKey, state)
}

function hasCode(error: unknown, code: AppError['code']): boolean {
  return error instanceof AppError && error.code === code
}
