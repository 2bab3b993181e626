/**
 * Words of other languages that also serve as names, without accents and in base form. In an answer of that language
 * they are common words; in any other they only speak against a name written in lower case.
 */
export const FOREIGN_WORDS = {
  de: `
bild bilder boss braun grau rosa lila bunt hell dunkel adler ader alpen anker apfel arche auge aurora bahn band baum berg biene billig birne blatt blau blick blitz blume
bogen brot brucke buche burg dach deutsch diamant dose eiche eigen einfach einheit eins eisen erbe erde erst esel
eule fabrik falke feder feld feuer fisch flieger flink flug forst frei freund frisch fuchs fund garten geist gelb
gemeinsam genau genuss gesund gold grun gut halle hafen haus heim heimat held herz hirsch hoch hof holz hund igel
insel jager jung kaiser kampf karte kauf keller kern kette kind kirche klar klee klug knoten koch konig kraft kranz
kreis krone kuchen kunst laden land laub leben leicht licht liebe linde lowe luft markt maus meer meister messer
milch mond morgen mund mutter nacht natur netto neu nord nuss ofen ost papier pferd post punkt quelle rabe rad reich
reise rewe richtig ring rose rot ruhe saft sand schatten schatz schiff schloss schnell schnee schritt schwan schwarz
see sicher sieger silber sonne spiegel spiel stadt stark stein stern stimme strom sturm sud tal tanne tasse tee teil
telefon tisch tor traum treppe trumpf tuch turm uhr uber ufer umwelt unser vater veste vogel voll volk wagen wald
wand wasser weg weide weise welle welt werk wert west wiese wind winter wir wolf wolke wunder wurfel zahn zauber
zeit zelt ziegel ziel zoll zucker zug zukunft zwilling ich du er sie es und oder aber nicht mit fur von bei nach aus
ein eine der die das den dem des im am zum zur ist sind war wird werden hat haben kann auch nur noch schon sehr mehr
als wie wenn dass penny kaufland`,
  es: `
abeja agua aguila aire alba alegria alma alto amarillo amor andar arbol arena arroz azul banco barco bella bien
blanco boca bosque brisa bueno caballo cabra cada cafe calle calor camino campo canto casa castillo cielo cima cine
claro coche cocina color corazon correo corona corte cosa costa cruz cuento dedo desierto destino dia digo diez
dulce dueno eco edad estrella familia farmacia fe feliz fiesta flor fresa fruta fuego fuente fuerte gallo gato
girasol gota gracia grande hermano hielo hogar hoja hola hoy idea isla jardin joven joya jugo juntos justo lago lana
leche leon libre libro limon lindo listo llave lluvia lobo luna luz madera madre maiz manana mano manzana mar mas
mayo mejor mercado mesa miel mil mira mono monte movil mujer mundo musica naranja natura nieve nino noche norte nube
nueva nuevo nuez ola once oro oso otro padre pajaro palabra paloma palma pan papel paso patria paz perla perro pez
piedra plata playa plaza pluma poder polvo primavera principal punto queso raiz rapido rayo red rey rico rio rojo
ropa rosa ruta sabor sal salud santo seda sierra siglo silla sol sombra suave sueno sur tarde te telefonica tiempo
tienda tierra tigre todo toro torre trigo tuyo unico uva valle vela verano verde viaje vida viento viva vivo voz
vuelo yema zorro yo tu el la los las un una de del en con por para que es son muy tambien pero como si no su sus
este esta`,
  fr: `
abeille air aigle allo ami amour ange arbre argent aube auto avenir avion azur banque bateau beau belle bien bijou
blanc ble bleu bois bon bonheur bonne bouche boulanger brise bureau cadeau camaieu carotte carrefour carte casino
cerise chaleur chance chant chat chateau chaud chef chemin cheval chien ciel cinq cle coeur coin conseil coq
coquille corbeau cote couleur cour cuisine cygne dame danse dauphin depart deux dieu doux eau eclair ecole elan
ensemble equipe espace espoir etoile etre eveil fabrique facile famille fenetre ferme fete feu feuille fil fille
flamme fleur foire fontaine foret fort forte fraise frais franc free fruit galerie gare gout grain grand guerre
hirondelle histoire hiver ile idee jardin jaune jeu jeune joie jour journal jus lait lapin lettre libre lien lieu
ligne lilas lion lire livre lumiere lune lutin main maison marche marine matin mer mere merci midi mieux miel mode
moi moment monde monoprix montagne mot moulin mouton musique nature neige noir nord notre nouveau nuage nuit oiseau
olive ombre or orange oui ours ouvert pain paix palais palme papillon parfum partage pas passage peche perle petit
peuple pied pierre place plage plume point poire poisson pomme pont porte poste poule premier printemps prix rayon
rapide reine renard reve riviere riz robe roi rose rouge route rue sable sac sain saint sel sens sept soie soir
soleil sourire sud table tapis temps terre tete the tigre tour toupie tout train travail treize tresor trois vache
vent verre vert vie vif village ville vin visage vite vivre voile voisin voix vol voyage vrai je tu il elle nous
vous ils le la les un une des du de et ou mais avec pour dans sur est sont plus que qui ce cette ces`,
  it: `
acqua alba albero alto amico amore anima arco aria azzurro bacio banca bella bello bene bianco bosco buono caffe
campo cane cara casa castello cavallo cielo citta conto corso cosa cuore dolce donna eco fabbrica famiglia fata
felice ferro festa fiore fiume forte forza fuoco gatto gelato gioia giorno gioco giro grande isola lago latte
leggero libro luce luna lupo luogo madre mano mare mela mente mercato miele mondo montagna monte natura neve nido
notte nuvola onda ora orso oro pace padre palazzo pane parola passo pasta perla pesce piazza pietra poste primo
punto re regina riva rosa rosso sale sapore scarpa sera sole sogno stella strada tavola tempo terra torre treno
tutto unico uva vento verde vero via viaggio vino vita viva voce volo il lo gli una di che con per non sono`,
  pt: `
agua aguia alegria alma alto amarelo amigo amor areia arvore azul banco barco bela bem boa bom branco brisa cafe
caminho campo casa castelo ceu claro coelho coracao coroa correio cruz dia doce ouro escola estrela fazenda feliz
festa flor fogo folha fonte forte gato globo grande ilha jardim joia lago leao leite livre livro lobo lua lugar luz
mae maca mao mar melhor mercado mesa mel moda mundo natura neve noite nova novo nuvem oi olho onda pai pao passaro
paz pedra peixe perola praia ponto porto prata rapido rede rei rio rosa roxo sabor sal sol sombra sonho sul tempo
terra todo touro torre tudo uva vale vela vento verao verde vida vinho viva vivo voz voo`,
  nl: `
appel beer berg bijenkorf blauw bloem boek boom boot brood brug dag deur fiets geluk goed goud groen groot hart hema
hond huis jumbo kaas kat klaver koffie koning kruidvat land leeuw licht lucht maan markt melk mens molen mooi morgen
nacht nieuw oog oost paard plus rood ruit schip snel spel spoor ster stad strand tafel tijd trein tuin veld vis
vlieg vogel vriend vuur water weg wereld west wind winkel wit zee zilver zon zwart zwaan`,
  ru: `
мегафон магнит лента мир пятерочка перекресток яблоко связной дикси точка альфа открытие аврора альянс заря звезда
золотой искра победа родина россия юность вымпел витязь восток восход космос комета кристалл луч маяк метро молния
мост новатор океан окей орбита парус полюс прогресс пульс радуга рассвет ритм россиянка рубин ручеек салют север
сибирь сигнал сила сказка слава солнце сокол спектр спутник старт столица стрела сфера темп титан тройка тополь
турбо фаворит факел фонд центр чайка чародейка шанс экспресс эра эталон юла юг янтарь волга нива газель мечта дом
семья добрый красный белый слово почта дружба дорога вертикаль каскад мечел опора урал дон лада домик буква`,
  zh: `
苹果 小米 联想 长城 长安 红旗 平安 阳光 大众 现代 荣耀 锤子 美的 老板 白象 统一 光明 三元 飞跃 红豆 快手 得到 荔枝 芒果 土豆 熊猫 头条 西瓜 火山 招商 建设 交通 民生 兴业 华夏 通用 奔驰
宝马 极光 深蓝 理想 未来 星星 滴滴 豆瓣 海鸥 骆驼 凤凰 永久 牡丹 蝴蝶 双星 天使 太阳 月亮 白云 东方 南方 北方 中华 长虹 康佳 雪花 青岛 燕京 王朝 张裕 蓝月亮 立白 雕牌 六神 百合 珍爱 世纪
京华 黄河 长江 泰山 昆仑 红牛 雀巢 皇冠 花冠 高尔夫 甲骨文 推特 油管 领英 贝壳 安居 自如 蘑菇 丰巢 顺丰 圆通 申通 韵达`,
  ja: `
キリン ライオン パイロット トンボ カラス ツバメ 光 空 海 星 未来 希望 維新 民主 公明 平和 清水 ライン オレンジ スカイ ソフト バンク スイカ 明治 大和 富士 日立 朝日 毎日 読売 大成 立憲 共産 太陽 月 桜 松 竹 梅 鶴 亀 虎 龍 味の素 雪印
白鶴 月桂冠 一番搾り 養命酒 すし 牛角 大戸屋 さくら ひかり のぞみ あさひ みずほ りそな ゆうちょ くら ほっと あきんど`,
  ko: `
사과 다음 배달 당근 현대 우리 하나 국민 별 여기 오늘 마켓 한국 중앙 매일 동아 조선 신라 고려 대우 기아 토스 구름 바다 하늘 한샘 오뚜기 새벽 직방 다방`,
}
