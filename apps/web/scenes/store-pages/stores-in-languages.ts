// Stores in other languages, with names of a length that is usual in the language.
import { makePageSlug, type PageLanguage } from '@linkshelf/contract'
import type { StoreData } from '@linkshelf/storefront'
import { sampleStore } from './sample-store.ts'

interface OwnTexts {
  title: string
  description: string
  footerText: string
  featured: string
  categories: string[]
  products: [name: string, description: string][]
}

const ownTexts: Partial<Record<PageLanguage, OwnTexts>> = {
  ja: {
    title: '毎日使っているお気に入りの道具たち',
    description: 'コーヒー、デスクまわり、小さな旅の道具。どれも自宅で一年以上使い続けているものだけを紹介しています。',
    footerText: '© 2026 みあ。価格や在庫は各ショップでご確認ください。',
    featured: 'ニュースレターに登録する',
    categories: ['キッチン', 'デスク', '旅行', 'オーディオ'],
    products: [
      ['温度表示つきドリップケトル', '一時間、設定した温度を保ちます。二年間毎朝使っています。'],
      ['くるみ材のモニター台', '無垢材、四つのサイズ。'],
      ['機内持ち込みバックパック 28リットル', '二泊三日にちょうどいい大きさです。'],
      ['開放型ヘッドホン', '一日中つけていても疲れません。'],
    ],
  },
  ar: {
    title: 'أشياء تستخدمها ميا كل يوم',
    description: 'قهوة ومكاتب ورحلات قصيرة. كل ما هنا صمد عامًا كاملًا في منزلي، ولم يُرسل إليّ أي منها مجانًا.',
    footerText: '© 2026 ميا. الأسعار والتوفر من مسؤولية المتاجر.',
    featured: 'رسالتي الأسبوعية',
    categories: ['المطبخ', 'المكتب', 'السفر', 'الصوتيات'],
    products: [
      ['غلاية قهوة مع شاشة لعرض درجة الحرارة', 'تحافظ على الحرارة ساعة كاملة. أستخدمها كل صباح منذ عامين.'],
      ['حامل شاشة من خشب الجوز', 'خشب صلب بأربعة مقاسات.'],
      ['حقيبة ظهر للسفر بسعة 28 لترًا', 'تكفي لرحلة من ثلاثة أيام.'],
      ['سماعات رأس مفتوحة', 'مريحة طوال اليوم.'],
    ],
  },
  de: {
    title: 'Lieblingsstücke für jeden Tag',
    description:
      'Kaffee, Schreibtisch und kleine Reisen. Alles hier hat bei mir mindestens ein Jahr überstanden, und nichts davon war geschenkt.',
    footerText: '© 2026 Mia Reed. Preise und Verfügbarkeit liegen bei den Shops.',
    featured: 'Mein Brief, jeden zweiten Sonntag',
    categories: ['Küchenhelfer', 'Schreibtischausstattung', 'Reisegepäck', 'Audio'],
    products: [
      [
        'Schwanenhals-Wasserkocher mit Temperaturanzeige',
        'Hält die Temperatur eine Stunde lang. Steht seit zwei Jahren jeden Morgen bei mir.',
      ],
      ['Monitorständer aus Nussbaum', 'Massivholz, in vier Größen.'],
      ['Handgepäckrucksack, 28 Liter', 'Reicht für ein langes Wochenende.'],
      ['Offener Kopfhörer', 'Auch nach acht Stunden noch bequem.'],
    ],
  },
}

/** Returns the store of an owner who writes in this language. */
export function createStoreIn(language: PageLanguage): StoreData {
  const own = ownTexts[language]
  if (own === undefined) throw new Error(`No sample in ${language}`)
  const { title, description, footerText, featured } = own
  return {
    ...sampleStore,
    ...{ language, title, description, footerText },
    featuredLinks: sampleStore.featuredLinks.map((link) => ({ ...link, title: featured })),
    categories: sampleStore.categories
      .slice(0, own.categories.length)
      .map((category, nth) => ({ ...category, name: own.categories[nth] ?? '' })),
    products: sampleStore.products.map((product, nth) => {
      const [name = '', text = ''] = own.products[nth % own.products.length] ?? []
      return { ...product, name, slug: makePageSlug(`${name} ${nth}`), description: text, attributes: {} }
    }),
  }
}
