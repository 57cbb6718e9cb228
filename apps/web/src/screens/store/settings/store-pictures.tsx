import type { ProjectScope } from '../../../api/api.ts'
import type { StoreForm } from '../../../features/stores/settings/use-store-form.ts'
import { ImageField } from '../../../features/uploads/image-field.tsx'
import classes from '../store-settings.module.css'

export function StorePictures({ scope, form: { field, values } }: { scope: ProjectScope; form: StoreForm }) {
  return (
    <div className={classes.settings}>
      <ImageField
        scope={scope}
        label="Logo"
        description="Square picture, shown next to your name."
        {...field('logo')}
        value={values.logo}
      />
      <ImageField
        scope={scope}
        label="Banner"
        description="Wide, across the top of the page."
        {...field('banner_image')}
        value={values.banner_image}
      />
      <ImageField
        scope={scope}
        label="Favicon"
        description="A small square, shown on the tab of the browser."
        purpose="icon"
        {...field('favicon')}
        value={values.favicon}
      />
    </div>
  )
}
