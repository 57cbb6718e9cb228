import { type PictureRatio, pictureRatios, type StoreLayout, storeLayouts } from '@linkshelf/contract'
import { NativeSelect, Textarea } from '@mantine/core'
import { useId } from 'react'
import { Can, ReadOnlyNote, useCanSet } from '../../../session/permissions.tsx'
import classes from './settings.module.css'
import { SettingsSection } from './settings-section.tsx'
import type { StoreForm } from './use-store-form.ts'

const detailByLayout: Record<StoreLayout, string> = {
  left: 'Categories on the left',
  top: 'Centered, large cards',
  grid: 'Square pictures first',
  list: 'Compact rows',
  magazine: 'One large card first',
}

const aboutHtml =
  "For example, a newsletter form or a widget. It runs in its own frame at the end of the page, and can't read or change the rest of the page. The preview does not show it."

export function StoreLayoutSection({ form: { field, values, set }, hasPlans }: { form: StoreForm; hasPlans: boolean }) {
  const canChangeHtml = useCanSet('stores.patch', 'snippet')
  return (
    <SettingsSection title="Store Layout" description="How the page is arranged, and what it says below the products.">
      <LayoutChoice chosen={values.layout} onChoose={(layout) => set('layout', layout)} />
      <NativeSelect
        label="Pictures of products"
        description="Cropped around what stands out. Pictures with a white or transparent edge are never cropped."
        data={Object.entries(pictureRatios).map(([value, label]) => ({ value, label }))}
        value={values.picture_ratio}
        onChange={({ currentTarget }) => set('picture_ratio', currentTarget.value as PictureRatio)}
      />
      <Textarea label="Footer text" rows={2} maxLength={1_000} {...field('footer_text')} />
      <Textarea
        label="Custom HTML"
        description={hasPlans ? `${aboutHtml} On the Free plan its scripts can't connect to a server.` : aboutHtml}
        rows={4}
        maxLength={20_000}
        spellCheck={false}
        readOnly={!canChangeHtml}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        {...field('snippet')}
      />
      {!canChangeHtml && (
        <Can call="stores.patch">
          <ReadOnlyNote>
            Only owners of the organization can change the HTML, because it runs in the browsers of your visitors.
          </ReadOnlyNote>
        </Can>
      )}
    </SettingsSection>
  )
}

function LayoutChoice({ chosen, onChoose }: { chosen: StoreLayout; onChoose: (layout: StoreLayout) => void }) {
  const group = useId()
  return (
    <fieldset className={classes.layouts}>
      <legend className="visually-hidden">Layout</legend>
      {(Object.keys(storeLayouts) as StoreLayout[]).map((layout) => (
        <label key={layout} className={classes.layout}>
          <input type="radio" className="visually-hidden" name={group} checked={layout === chosen} onChange={() => onChoose(layout)} />
          <LayoutDrawing layout={layout} />
          <span className={classes.layoutName}>
            {storeLayouts[layout]} <small className={classes.layoutDetail}>{detailByLayout[layout]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/**
 * Draws a small page in this layout. Screen readers skip the drawing, because the layout's name and detail say the
 * same.
 */
function LayoutDrawing({ layout }: { layout: StoreLayout }) {
  return (
    <svg className={classes.drawing} viewBox="0 0 120 80" aria-hidden="true">
      {drawingByLayout[layout]}
    </svg>
  )
}

const nameAtStart = (
  <>
    <circle className={classes.strong} cx="14" cy="13" r="5" />
    <rect className={classes.strong} x="24" y="10" width="38" height="6" rx="3" />
  </>
)

const drawingByLayout: Record<StoreLayout, React.ReactNode> = {
  left: (
    <>
      {nameAtStart}
      <path className={classes.soft} d="M8 28h24v5H8zM8 38h20v5H8zM8 48h24v5H8z" />
      <path className={classes.soft} d="M40 28h33v18H40zM79 28h33v18H79zM40 52h33v18H40zM79 52h33v18H79z" />
    </>
  ),
  top: (
    <>
      <circle className={classes.strong} cx="60" cy="12" r="7" />
      <rect className={classes.strong} x="38" y="23" width="44" height="5" rx="2.5" />
      <path className={classes.soft} d="M8 36h50v34H8zM62 36h50v34H62z" />
    </>
  ),
  grid: (
    <>
      {nameAtStart}
      <path
        className={classes.soft}
        d="M8 26h22v22H8zM35 26h22v22H35zM62 26h22v22H62zM89 26h22v22H89zM8 52h22v22H8zM35 52h22v22H35zM62 52h22v22H62zM89 52h22v22H89z"
      />
    </>
  ),
  list: (
    <>
      {nameAtStart}
      <path className={classes.soft} d="M20 27h12v12H20zM37 31h26v4H37zM20 44h12v12H20zM37 48h26v4H37zM20 61h12v12H20zM37 65h26v4H37z" />
      <path className={classes.strong} d="M82 30h18v6H82zM82 47h18v6H82zM82 64h18v6H82z" />
    </>
  ),
  magazine: (
    <>
      {nameAtStart}
      <path className={classes.soft} d="M8 25h62v26H8zM76 33h36v4H76zM76 41h24v3H76zM8 56h50v18H8zM62 56h50v18H62z" />
    </>
  ),
}
