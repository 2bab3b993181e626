/**
 * Words that judge, by language; lower case, comma-separated. A trailing `*` stands for any ending. Phrases count once,
 * for their longest form. Weak words need another one before an answer counts as leaning.
 */
export const PRAISE = `
bargain*, crisp, plush, painless*, thorough*, lovely, generous*, sensible, safe bet, safe choice, safer choice, safest choice, better bet, best bet, sturdy, sturdier, quiet, quieter, well made, well-made, hassle-free, gentle, handy, good-looking, a joy, pleasant*, painlessly, dependable, consistent*, accurate*, spacious, effortless*, polished, responsive, lightweight,
best, excellent*, great, greatest, outstanding, top choice*, top pick*, top-rated, top-notch, top performer*, top contender*, ideal*, perfect*, recommend*, highly rated, highly popular, highly anticipated, highly regarded, highly praised, favorite*, favourite*,
most popular, popular choice*, popular pick*, popular option*, popular with, popular among, reliab*, impressive*, superb*, superior*, stands out, stand out, standout, stood out, well-regarded, well regarded, well-suited, well suited, praised, acclaimed, renowned, beloved, loved, user-friendly, family-friendly, consumer-friendly, senior-friendly, budget-friendly, beginner-friendly,
eco-friendly, pro-consumer, easy to use, easy-to-use, ease of use, easy to learn, easy, easily, easier, intuitive*, seamless*, powerful*, robust*, versatile*, flexib*, efficient*, fast, faster, fastest, strong, stronger, strongest, solid*, innovative*, award-winning, high-quality, durab*, lightweight,
comfortable, convenient*, must-have, must have, good for, good option*, good choice*, good value, good fit, good balance, good reputation, good track record, is good, are good, really good, very good, long battery life, great value, wins, won, winner, beats, outperform*, outsold, excels, excel, shines, awesome, amazing,
fun, delight*, leader in, market leader, industry leader, leading, most used, most widely used, widely used, widely adopted, widely regarded, go-to, trusted, well-known, well known, world-class, state-of-the-art, cutting-edge, unmatched, exceptional*, rich, high marks, pleasure, a hit,
my pick, best-in-class, favorable, favorably, impressed, hard to beat, worth it, affordab*, cheaper, cheapest, effective*, revolutioniz*, successful*, largest, biggest, dominant, huge, vast, competitive price*, competitive pricing, timeless, enjoyable, swears by, prefer, stylish, sleek, accurate, safe, secure,
empfehl*, empfohlen*, beste, besten, bester, bestes, hervorragend*, ausgezeichnet*, beliebt*, zuverlässig*, führend*, überzeugt*, überzeugend*, benutzerfreundlich*, leistungsstark*, preiswert*, günstig*, ideal*, testsieger*, hochwertig*, vielseitig*, stark, einfach zu bedienen, gut geeignet, lohnt sich, punktet*,
meilleur*, excellent*, recommand*, populaire*, fiable*, puissant*, idéal*, idéale*, intuitif*, intuitive*, performant*, abordable*, réputé*, apprécié*, incontournable*, facile à utiliser, facile d'utilisation, polyvalent*, bon choix, bonne option, parfait*, de qualité, complet, complète,
mejor, mejores, excelente*, recomend*, recomiend*, populares, fiable*, confiable*, potente*, intuitiv*, asequible*, destaca*, ideal*, fácil de usar, líder, líderes, perfect*, versátil*, buena opción, buena elección, gran opción, económic*,
лучш*, отличн*, превосходн*, рекоменд*, популярн*, надежн*, надёжн*, мощн*, удобн*, идеальн*, универсальн*, ведущ*, качественн*, эффективн*, гибк*, доступн*, более быстр*, быстрее, преимуществ*, выделяется, высок* качеств*, богат*, прост* в использовании`

export const WEAK_PRAISE = `
known for, popular, premium, extensive, широкий спектр, wide range, wide variety, variety of, good, better, helpful, useful, free, advanced, quality, modern, simple, simplicity, quick*, quickly, smooth*, unique, comprehensive, professional-grade, flagship, classic, value, speed, benefit*, advantage*, improv*, colorful, cute, beautiful*, creative,
long-standing, thoughtful*, praise*, positive, balance*, large, active community, suitable, steal,
gut, gute, guter, gutes, bekannt für, umfangreich*, einfach*, kostenlos*, bon, bonne, connu pour, connue pour, simple, gratuit*, buen, bueno, buena, conocid* por, fácil, gratis, хорош*, прост*, бесплатн*, известн*, поддержива*, расширенн*, более широк*, производительн*`

export const BLAME = `
cluttered, gimmick*, clumsy, uneven, flimsy, noisy, cramped, dated, awkward*, hopeless*, worrying, tiring, tedious, bloated, sluggish*, patchy, messy, stingy, uncomfortable, inconsistent*, inaccurate*, wears out, wear out, falls apart, fall apart, hardly worth,
worst, bad, worse, poor, poorly, terribl*, awful*, horribl*, disappoint*, frustrat*, unreliab*, criticized, criticised, criticism*, criticize*, backlash, controvers*, complain*, complaint*, scrutiny, lawsuit*, sued, fined, scandal*, breach*, privacy concern*, privacy issue*, concerns about, concerns over, data privacy concern*,
overpriced, expensive, pricey, pricier, costly, higher price, high price*, higher prices, prices can be higher, raised prices, hides the fee, hidden fee*, drawback*, downside*, weakness*, disadvantage*, shortcoming*, limitation*, limited, lacks, lack of, lacking, lag*, outdated, obsolete, discontinued, no longer, fallen behind, falls behind,
behind, struggl*, fail*, fails, failed, failure*, crash*, bug, bugs, buggy, slow*, slower, clunky, confusing, complicated, steep learning curve, hard to use, hard to recommend, difficult*, avoid, steer clear, not recommended, not worth, anti-consumer, least pro-consumer, aggressive*, predatory, monopol*, exploit*,
microtransaction*, loot box*, loot boxes, greed*, mixed record, mixed reputation, mixed reviews, poor reputation, mistrust, distrust, warn*, risky, unsafe, insecure, inferior, underwhelm*, unimpressive, shorter battery life, less suitable, less open, fewer features, too much, died, slipped, although it is no longer, isn't as, not as, higher cost*, unfortunately, beware, usually pricier,
schlecht*, teuer*, überteuert*, enttäusch*, nachteil*, schwäche*, schwach*, umständlich*, unzuverlässig*, veraltet*, kritisiert*, kritik*, beschwer*, langsam*, fehlerhaft*, vermeiden, abzuraten, nicht zu empfehlen, eingeschränkt*, mangel*, leider,
mauvais*, cher, chère, chers, coûteu*, décev*, inconvénient*, faiblesse*, lent, lente, lents, compliqué*, critiqué*, critiques, limité*, manque*, éviter, obsolète*, malheureusement,
malo, mala, malos, peor*, caro, cara, caros, costos*, decepcion*, desventaja*, debilidad*, lento*, complicad*, criticad*, limitad*, falta, evitar, obsolet*, desafortunadamente,
плох*, худш*, дорог*, недостат*, минус*, критик*, разочаров*, медленн*, устарел*, ненадежн*, ограничен*, жалоб*, жалу*, проблем*, только прост*, только стро*, только ключ*, не имеет, не поддерживает, не сохраняет, отсутств*, сложн*, избега*, к сожалению, уступа*`

export const WEAK_BLAME = `concern*, issue*, problem*, mixed, basic, restrictive, restrict*, only available, require*, varies`

/** Not judgements, though a word in them looks like one. */
export const NO_JUDGEMENT = `limited warrant*, limited edition*, year limited, lifetime limited, time limited, limited time, issue or, issue of, free time, speed limit, fast food, fast forward, best practice*, at best, best known as, best known for, at least, no longer than, easy-going, good morning, great britain, safe harbor, strong password*, no problem*, the problem, problem description, this problem, kein problem, best regards`

/** No spaces between words: searched for anywhere. */
export const PRAISE_SPACELESS = `おすすめ,お勧め,お薦め,最高,最適,優れ,人気,便利,使いやすい,信頼,強力,高品質,定評,充実,安心,評価が高い,高く評価,推荐,最好,优秀,很好,不错,更便宜,喜欢,领先,可靠,方便,强大`
export const BLAME_SPACELESS = `不便,欠点,デメリット,高価,遅い,批判,問題,難しい,限界,悪い,不満,使いにくい,残念,おすすめしません,おすすめできません,お勧めしません,お勧めできません,缺点,差评,太贵,糟糕,不推荐,失望,问题`

/** Turn what follows within three words into its opposite. */
export const NEGATIONS = `not, no, never, isn't, aren't, wasn't, weren't, don't, doesn't, didn't, can't, cannot, won't, wouldn't, shouldn't, hardly, without, nor, neither, isn’t, aren’t, wasn’t, don’t, doesn’t, didn’t, can’t, won’t, wouldn’t, shouldn’t, less, least, few, fewer, nicht, kein, keine, keinen, nie, niemals, ohne, weniger, pas, jamais, sans, aucun, aucune, moins, no, nunca, sin, ningún, menos, не, нет, без, ни, никогда, менее`

/** "not only … but" and the like do not negate. */
export const NOT_NEGATIONS = `only, just, merely, nur, seulement, solo, sólo, только`
