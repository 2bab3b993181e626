import type { OwnAnswer } from './own-answers.test-support.ts'

const DISCOUNTERS = 'Netto; Penny; Lidl; Aldi; Edeka; Kaufland; Otto'
const OFFICE = 'Notion; monday.com|Monday; Asana; Slack; Linear'
const TELECOMS = 'Orange; Free; SFR; Bouygues Telecom|Bouygues; Sosh'
const SHOPS_FR = 'Carrefour; Action; Casino; Auchan; Lidl; Intermarché'
const SHOPS_ES = 'Dia; Mercadona; Carrefour; Lidl; Mango; Zara'
const TRAINS_ES = 'Renfe; Iryo; Ouigo; Movistar; Orange; Vodafone'
const HOME_JA = '無印良品|MUJI; ニトリ; イケア|IKEA; カインズ; さくら|さくらインターネット'
const PHONES_JA = 'ドコモ|NTTドコモ; ソフトバンク; 楽天モバイル; au; ライン|LINE; アップル|Apple'
const SHOPS_NL = 'Action; Hema; Bol|bol.com; Coolblue; Etos'
const OPERATORS_IT = 'TIM; Iliad; Fastweb; Vodafone; Enel'
const BANKS_PT = 'Nubank; Inter; C6 Bank; PicPay; Itaú'
const BANKS_RU = 'Сбер|Сбербанк; Точка; Альфа-Банк|Альфа; Тинькофф; Озон|Ozon'
const OPERATORS_PL = 'Play; Plus; Orange; T-Mobile'
const PHONES_ZH = '苹果|Apple; 小米; 华为; 荣耀|Honor; 三星'

/** Answers in other languages, labelled like the English ones (`own-answers.test-support.ts`). */
export const FOREIGN_ANSWERS: readonly OwnAnswer[] = [
  {
    id: 'de-discounter',
    names: DISCOUNTERS,
    text: `Für den günstigen Wocheneinkauf kommen vor allem diese Märkte infrage:

- **⟦Lidl⟧**: gutes Obst, faire Preise
- **⟦Aldi⟧**: kleines Sortiment, dafür schnell
- **⟦Netto⟧**: viele Filialen auf dem Land
- **⟦Penny⟧**: oft mitten in der Stadt

Bei einem Einkommen von 2.100 Euro netto bleiben nach der Miete etwa 1.200 Euro. Wer jeden Penny umdrehen muss, vergleicht die Prospekte. ⟦Edeka⟧ ist im Schnitt teurer, ⟦Kaufland⟧ hat die größte Auswahl. Alle Preise verstehen sich brutto, nicht netto.`,
  },
  {
    id: 'de-netto',
    names: DISCOUNTERS,
    text: `Netto und brutto unterscheiden sich um die Steuer. Vom Bruttolohn gehen Lohnsteuer und Sozialabgaben ab; was übrig bleibt, ist das Netto. Ein Beispiel: Aus 3.000 Euro brutto werden in Steuerklasse I rund 2.050 Euro netto. Mein Nachbar Otto rechnet das jedes Jahr aus, obwohl Otto Normalverbraucher dafür einen Rechner benutzt. Auch bei Waren gibt es die Unterscheidung: Das Nettogewicht steht auf der Packung, die Verpackung zählt nicht mit.`,
  },
  {
    id: 'de-versand',
    names: DISCOUNTERS,
    text: `Nein, bei ⟦Otto⟧ fallen für Möbel meist Speditionskosten an; nur Kleinteile kommen ab einem gewissen Bestellwert frei Haus. ⟦Otto⟧s Rückgabefrist beträgt 30 Tage. ⟦Lidl⟧ und ⟦Kaufland⟧ verkaufen ebenfalls online, ⟦Netto⟧ auch, wenngleich mit kleinerem Sortiment. Nicht gemeint ist der Versandhandel von Otto Müller aus Kassel, der 2019 schloss. Ein Tipp: Auf ⟪otto.de⟫/sale stehen Restposten, die im Laden längst vergriffen sind.`,
  },
  {
    id: 'de-werkzeuge',
    names: OFFICE,
    text: `| Werkzeug | Stärke | Schwäche |
|---|---|---|
| ⟦Asana⟧ | klare Aufgaben | teuer |
| ⟦Monday⟧ | übersichtliche Tafeln | viele Klicks |
| ⟦Notion⟧ | Wissen und Notizen | langsam bei großen Seiten |
| ⟦Linear⟧ | sehr schnell | nur für Entwickler |

Für eine Agentur mit acht Leuten würde ich ⟦Asana⟧ nehmen. Mit ⟦Notion⟧s Datenbanken lässt sich zwar vieles nachbauen, doch der Aufwand steigt nicht linear, sondern schneller. Für Absprachen zwischendurch genügt ⟦Slack⟧ oder ein Telefon.`,
  },
  {
    id: 'de-verneint',
    names: OFFICE,
    text: `Von ⟦Slack⟧ als Ablage rate ich ab: Was älter als 90 Tage ist, verschwindet im kostenlosen Tarif. Auch ⟦Monday⟧ ist hier nicht die richtige Wahl, denn eine Wissensdatenbank fehlt. Besser geeignet ist ⟦Notion⟧, das Sie auf ⟪notion.so⟫ kostenlos testen können. Beim Yoga heißt eine Haltung übrigens Asana; mit der gleichnamigen Software ⟦Asana⟧ hat das nur den Namen gemein. Der Zusammenhang zwischen Preis und Nutzen ist selten linear.`,
  },
  {
    id: 'fr-mobile',
    names: TELECOMS,
    text: `Voici les quatre opérateurs français et leur point fort :

1. **⟦Orange⟧** : la meilleure couverture rurale
2. **⟦SFR⟧** : des promotions fréquentes
3. **⟦Bouygues Telecom⟧** : un bon débit en ville
4. **⟦Free⟧** : le prix le plus bas

⟦Sosh⟧, la marque sans engagement d'⟦Orange⟧, reprend le même réseau. Si vous captez mal chez ⟦Free⟧, essayez ⟦Bouygues⟧ pendant un mois. Les box de couleur orange ou blanche se valent ; l'installation est offerte partout.`,
  },
  {
    id: 'fr-fruits',
    names: TELECOMS,
    text: `L'orange est un fruit d'hiver : elle se récolte de novembre à mars. Pour un jus, comptez trois oranges par personne ; pour une marmelade, préférez l'orange amère. Le zeste parfume les gâteaux, à condition que l'orange ne soit pas traitée. La ville d'Orange, dans le Vaucluse, n'a rien à voir avec le fruit : son nom vient d'une divinité celte. Les amateurs de free jazz et de cuisine s'y retrouvent chaque été au théâtre antique.`,
  },
  {
    id: 'fr-courses',
    names: SHOPS_FR,
    text: `Pour équiper un studio à petit prix, ⟦Action⟧ reste imbattable sur la vaisselle et la décoration, tandis que ⟦Carrefour⟧ et ⟦Auchan⟧ proposent de l'électroménager garanti deux ans. Le magasin se trouve au carrefour de la rue Pasteur et de l'avenue Foch. Passez à l'action en janvier, pendant les soldes. ⟦Casino⟧ a vendu une partie de ses magasins à ⟦Intermarché⟧ ; ne le confondez pas avec le casino d'Enghien, où l'on joue. Chez ⟦Lidl⟧, les offres changent le jeudi.`,
  },
  {
    id: 'fr-conseils',
    names: SHOPS_FR,
    text: `## Réussir un carrefour d'idées

Un bon atelier est un carrefour : chacun arrive d'une direction et repart avec une autre. Fixez un plan d'action avant la pause, nommez une personne par action et une date. Évitez les longues présentations. En fin de journée, un quiz façon casino, avec des jetons, détend tout le monde. N'oubliez pas le suivi : une action sans responsable est une action perdue, et le groupe se lasse vite.`,
  },
  {
    id: 'es-super',
    names: SHOPS_ES,
    text: `Según las encuestas, los supermercados más baratos son:

- ⟦Dia⟧: muchas tiendas de barrio y buenas ofertas con la tarjeta
- ⟦Mercadona⟧: precios estables todo el año
- ⟦Lidl⟧: panadería y producto de temporada
- ⟦Carrefour⟧: más variedad, algo más caro

Hoy en dia (así, sin tilde, lo escribe mucha gente) conviene comparar por kilo. Un mango maduro cuesta entre uno y dos euros; compre solo los que necesite para el dia. En ⟦Dia⟧ la segunda unidad sale a mitad de precio.`,
  },
  {
    id: 'es-moda',
    names: SHOPS_ES,
    text: `Entre las marcas españolas, ⟦Zara⟧ cambia de colección cada dos semanas y ⟦Mango⟧ apuesta por un estilo más sobrio. Los vestidos de ⟦Mango⟧ tallan un poco más grande que los de ⟦Zara⟧. No recomiendo comprar en rebajas sin probarse la ropa. Para el verano, un batido de mango y un sombrero bastan. La sartén con el mango de madera que aparece en el catálogo no es de la marca, sino de un fabricante gallego.`,
  },
  {
    id: 'es-trenes',
    names: TRAINS_ES,
    text: `**Madrid–Barcelona en tren**

| Compañía | Duración | Desde |
|---|---|---|
| ⟦Renfe⟧ (AVE) | 2 h 30 | 35 € |
| ⟦Iryo⟧ | 2 h 35 | 21 € |
| ⟦Ouigo⟧ | 2 h 40 | 14 € |

⟦Ouigo⟧ no incluye maleta grande; ⟦Iryo⟧ sí. ¿Wifi? ⟦Renfe⟧ lo ofrece con ⟦Movistar⟧; en los túneles no funciona ni el de ⟦Vodafone⟧ ni el de ⟦Orange⟧. Llegue veinte minutos antes y evite los viernes por la tarde.`,
  },
  {
    id: 'ja-kagu',
    names: HOME_JA,
    text: `一人暮らしの家具を選ぶなら、次の三社が定番です。

1. **⟦ニトリ⟧**：価格が安く、店舗数も多い
2. **⟦無印良品⟧**：シンプルで飽きのこないデザイン
3. **⟦IKEA⟧**：自分で組み立てる楽しさがある

収納用品だけなら⟦カインズ⟧も便利です。⟦イケア⟧は送料が高めなので、大きな家具は⟦ニトリ⟧で買うという人も多いようです。春にはさくらの柄のカーテンが人気ですが、⟦無印良品⟧では取り扱いがありません。`,
  },
  {
    id: 'ja-sakura',
    names: HOME_JA,
    text: `さくらの見ごろは三月下旬から四月上旬です。上野公園では毎年さくらまつりが開かれ、夜はライトアップされます。さくら餅は関東と関西で形が違います。なお、サーバーを借りたい場合は⟦さくらインターネット⟧が国内の老舗として知られており、料金も手ごろです。お花見のシートは百円ショップで十分ですが、長く使うなら⟦MUJI⟧のものが丈夫です。雨の日はさくらが散りやすいので早めに出かけましょう。`,
  },
  {
    id: 'ja-keitai',
    names: PHONES_JA,
    text: `通信品質で選ぶなら⟦ドコモ⟧か⟦au⟧、料金で選ぶなら⟦楽天モバイル⟧がおすすめです。⟦ソフトバンク⟧はオンライン専用プランが安く、⟦LINE⟧のデータ通信が無料になります。⟦アップル⟧の端末はどの会社でも使えますが、⟦NTTドコモ⟧では在庫が少ないことがあります。合格ラインは人それぞれですが、月三千円以下なら十分でしょう。アップルパイのように甘い割引には注意が必要です。`,
  },
  {
    id: 'ja-line',
    names: PHONES_JA,
    text: `製造業では、ラインの停止が大きな損失につながります。まず生産ラインごとに責任者を決め、毎朝ラインを点検しましょう。スタートラインに立つ前の準備が八割です。売上のボトムラインだけを見ていると、現場の疲れを見落とします。社内の連絡には⟦LINE⟧を使わず、専用の掲示板を用意するほうが安全です。休憩室にはりんごやアップルティーを置くと喜ばれます。`,
  },
  {
    id: 'nl-winkels',
    names: SHOPS_NL,
    text: `Voor feestversiering is ⟦Action⟧ het goedkoopst, gevolgd door ⟦Hema⟧. Elektronica koop je beter bij ⟦Coolblue⟧ of ⟦Bol⟧, want daar krijg je twee jaar garantie. Een actie loopt meestal een week. Heb je haast, dan bezorgt ⟦bol.com⟧ vaak nog dezelfde avond. De bol wol uit het midden van de foto komt niet uit de winkel maar van een schaap uit Drenthe. Bij ⟦Etos⟧ is de tweede tube tandpasta gratis.`,
  },
  {
    id: 'it-operatori',
    names: OPERATORS_IT,
    text: `Gli operatori più convenienti per la casa sono tre:

- **⟦Fastweb⟧**: fibra veloce e assistenza cortese
- **⟦TIM⟧**: la rete più estesa del paese
- **⟦Iliad⟧**: prezzo bloccato per sempre

⟦Vodafone⟧ costa un po' di più. Per la luce, invece, il nome più noto è ⟦Enel⟧. Tim Berners-Lee, che inventò il web, non c'entra nulla con ⟦Tim=TIM⟧; e l'Iliade di Omero, in inglese "Iliad", nemmeno con l'operatore. Prima di firmare, controllate la copertura del vostro indirizzo.`,
  },
  {
    id: 'pt-bancos',
    names: BANKS_PT,
    text: `Os bancos digitais mais citados no Brasil são ⟦Nubank⟧, ⟦Inter⟧, ⟦C6 Bank⟧ e ⟦PicPay⟧. O ⟦Inter⟧ oferece conta em dólar sem taxa; o ⟦Nubank⟧ tem o aplicativo mais simples. Já o ⟦Itaú⟧ é um banco tradicional e cobra por alguns serviços. Quem torce para a Inter de Milão ou para o Inter de Porto Alegre não recebe desconto. Não abra conta em mais de dois bancos ao mesmo tempo.`,
  },
  {
    id: 'ru-banki',
    names: BANKS_RU,
    text: `Для малого бизнеса чаще всего советуют ⟦Точку=Точка⟧, ⟦Альфа-Банк⟧ и ⟦Сбер⟧. В ⟦Точке=Точка⟧ быстро отвечает поддержка, а у ⟦Сбера=Сбер⟧ больше отделений. Точка зрения бухгалтера важна: спросите его первым. ⟦Тинькофф⟧ сменил название, но многие говорят по-старому. Если вы продаёте через ⟦Озон⟧, счёт можно открыть и там; озон в воздухе после грозы тут ни при чём. Точка безубыточности наступит быстрее, если тариф бесплатный.`,
  },
  {
    id: 'pl-operatorzy',
    names: OPERATORS_PL,
    text: `W Polsce działa czterech dużych operatorów:

1. ⟦Play⟧ – najtańszy internet mobilny
2. ⟦Plus⟧ – dobry zasięg na wsi
3. ⟦Orange⟧ – światłowód w większości miast
4. ⟦T-Mobile⟧ – pakiety dla rodzin

Na plus trzeba zaliczyć brak umowy na dwa lata. Temperatura wynosi dziś plus pięć stopni, więc technik przyjedzie bez opóźnień. W ⟦Play⟧ numer przeniesiesz w jeden dzień, w ⟦Orange⟧ w dwa. Jeśli grasz w piłkę w fazie play-off, wybierz pakiet sportowy.`,
  },
  {
    id: 'zh-shouji',
    names: PHONES_ZH,
    text: `三千元左右的手机，可以考虑以下几款：

- ⟦小米⟧：性价比高，充电快
- ⟦荣耀⟧：拍照好，机身轻
- ⟦华为⟧：信号稳定，系统流畅

如果预算更高，⟦苹果⟧的系统更新时间最长，⟦三星⟧的屏幕最亮。每天吃一个苹果有益健康，小米粥也适合早餐，但这与手机无关。获得国家荣耀的运动员常为⟦华为⟧代言。总之，先看预算，再看自己最常用的功能。`,
  },
]
