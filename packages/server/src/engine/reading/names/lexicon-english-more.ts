/** Everyday English words, a second sheet beside `lexicon-english.ts`: jobs, sports, feelings, household, business. */
export const MORE_ENGLISH_WORDS = `
bounce whoop absent account accurate achievement acquisition actor actual addition additional address adequate administration
admission adult advanced advertising affair affordable afternoon aggressive agreement aircraft alcohol alive allowance
alternative amazing amount analysis ancestor ancient angry anniversary announcement annual anxiety apartment apology
apparatus apparent appeal appearance application appointment approach appropriate approval archery architect
architecture argument arrangement arrest artificial assembly assessment assignment assistance associate association
assumption atmosphere attack attempt attention attitude attraction attractive auction author authority automatic aware
awesome backing bacteria badminton baggage bakery ballet ballot banking bankruptcy baptism barber bartender barter
bathroom battle beard bedroom beginning behavior belief beloved bible bid billiards birthday bitter blimp blood blouse
boating bobbin bomb boring borrow boundary bowling boxer boxing boyfriend breakfast breath breeding bride brightly
broil broken bulk bunch burden burglar busy butcher cabinet calculation calculator candidate canon capability capacity
careful carpenter cashier casual catcher cattle cause celebration certificate chairman championship chaos
characteristic charity cheap cheerful chef chemical chemistry childhood chop cigarette circumstance civilization
clause cleaner clerk client climber climbing clothes coalition cohere collection college combination comedian comedy
comfortable commercial commitment commodity communication comparison compensation competition competitive complaint
complete complex complexity component composition comprehensive compromise concentration concern conclusion condition
conference confidence confident conflict confusion congress connection conscious consequence conservation
consideration consistent constitution construction consultant consumer consumption contemporary contest context
contract contribution convenient convention conversation convertible conviction cooperation coordinator corporate
corporation correct correction correspondence corridor costa costly county coupe coupon coverage crack creation crime
criminal crisis criterion critical criticism crochet cruel cultural curiosity curriculum custody cycling cyclist
damage damp dancer dangerous darts dead deaf dealer debate debt decade decibel decision decline decoration decrease
deed defeat defense deficit definition delay delegate delicate delicious delivery democracy demonstration dense
density dentist departure dependent deposit depression deputy description designer desktop desperate destruction
detailed detective determination developer development diary difference difficult difficulty dignity dimension dinghy
direction director directory dirty disability disaster discipline discount discus discussion disease dismissal
disposal dispute distinct distinction distribution district diver diverse diversity dividend diving division divorce
docker document domestic donation doubt drain dramatic drawer drawing drought drug drummer dual dull duration earnings
earthquake eastern economic economics edition efficient effort elderly election electrician electricity electronic
elixir emergency emission emotional emphasis employee employer employment encounter encouragement enemy engagement
engineer enormous entertainment enthusiasm entire entrance environment equation equipment error escrow essay
establishment estimate ethical ethnic evaluation evidence evident evil evolution examination examiner exception
exceptional excessive excitement exciting exclusion exclusive excuse execution executive exercise exhibition existence
existing exotic expansion expectation expenditure expense expensive experienced experiment explanation explicit
explosion exposure expression extension extensive extent external extract extreme faculty failure faithful false
familiar fantastic fashionable fatal father fault favorable fee feeling female fencer fencing fiat fiction fierce
fighter finance financial firefighter fisher fisherman fleece forceful foreign foreigner formation former fortunate
fragile fraud freeze frequent friendly friendship frozen frustration fry functional funeral funny further garbage
gardener garnish gathering gender generous gentleman gesture girlfriend goalie golf golfer goodness governor graceful
gradual grandfather grandmother grate grateful grocer grocery gross guarantee guidance guideline guilt guitarist gun
gymnast haggle haircut handball handsome happiness harassment hardware harmful harsh hatchback hazard headquarters
healthy hearing helpful hertz hiker hiking historic hockey holy homely homework honor hopeful horizontal horror
hostage hostile household housing humor hunting hurdle husband hypothesis identical identification ideology ignorance
ill illegal illness illustration imagination immediate immense immigration implement implication importance impression
impressive improvement incentive incident inclusive income increase incredible independence indication indicator
indirect industrial inevitable inflation informal information infrastructure ingredient inherent inheritance initial
initiative injury innocence innocent innovation innovative inquiry insect inside inspection inspector inspiration
installation instance institution instruction instructor insurance intelligence intense intention interaction
interactive interesting interim interior internal international interpretation intervention interview introduction
invasion invention investigation investigator investment investor invitation invoice involvement issue janitor jogger
jogging joke joule journalist joyful judgment judo junior jury karate keeper kelvin kidney killer kindly knead knee
laboratory lacrosse landlord landscape latter laughter lawful lawsuit lawyer lazy leadership leading lease lecture
legislation length levy liability liberal licence lien lifestyle likelihood likely limitation limited limousine
listener literary literature location logical lonely loss lottery lovely loyalty luxurious machinery mad mainland
maintenance majority makeup male management manager manufacturer marginal marinate marketing marriage married mason
massive mate mathematics mature mayor meaningful measurement mechanism medical membership mental mere migration
military miller mince mindful minivan minor minority misery missing mistake mixed moderate modification molecule
monopoly moped mortgage motivation murder musician mysterious naked narrative nasty nationality naval necessary neck
necklace negative negotiation neighborhood nervous newton nightmare noisy nomination nonsense nuclear numerous
objection objective obligation observation obstacle obvious occasion occasional occupation offense ohm ongoing
operation operational operator opinion opponent opportunity opposite opposition optional oral orderly ordinary
organization orientation outcome output outstanding overseas owe ownership painful painter painting pale panic parking
partial participant particle particular partnership pascal passenger passive patent patience payroll peaceful peculiar
pension percentage permission personality perspective phenomenon photograph photographer physical physician physics
pianist pickup pilates pitcher pity planning plastic playful playoff pleasant plentiful plumber poach poetry polaroid
policy polite political politician politics pollution pope population possession possibility possible potential
pottery poverty powerful prayer precedent precious preference pregnancy pregnant prejudice preliminary preparation
presence presentation preservation presidency pretty previous prior prison prisoner privacy probable procedure
proceeding producer production productive profession professional professor profitable profound projection prominent
promotion proportion proportional prosecution prospective prosperity protection protective protest provincial
provision psychology publication publicity publisher pump punishment purchase puree qualified quantity quiet quota
quotation racism radiation rank rating ratio rational raw realistic reality reasonable rebate recent reception
recession recognition recommendation recovery recruitment reduction referee reference referendum reflection refugee
refund regime regional registration regular regulation rejection related relationship relative relaxation release
relevant reliable relief religion religious reluctant remark remarkable repair repay repetition replacement reporter
representation representative reputation request requirement research reservation residence resident residential
resignation resistance resolution respect respective responsibility responsible restaurant restoration restraint
restriction retailer retirement revenge revision rigid robbery romantic roofer rotten routine rower rowing rubbish
rude ruin rumor rural sacrifice sad safety sailing sake sanction satisfaction satisfactory saute scandal scared
scenario scholarship scientist sculpture secondary secular selection selective senator sensation sensible sensitive
sentence sentiment separate servant settlement severe sew shallow shame shareholder sheer shiny shopping shortage sick
significance significant silent singer situation skater skating skier skiing skillful slavery slight slogan snake soak
sober soccer softball software soil sophisticated sophistication sore sorrow sour spa spare spatial specific
spectacular spectator speculation speech spiritual sponsor spontaneous spouse stability stall standing stately
statement static statistic statistical sticky stiff stir stomach straight strain stranger strategy stress strict
striker structural struggle stuck stuff stunning stupid subsequent subsidy substance substantial substitute subtle
suburb successful sudden suffering sufficient suggestion suicide suitable summary sunny supervisor supplement supply
supporter surfing surgery surprising surrender survival survivor suspension suspicion suspicious sustainable swimmer
swimming symbolic sympathetic sympathy symptom syndrome synthetic systematic tactful tactic talented tall tariff
teacher teaching technical teenager temperature temporary temptation tenant tendency tense tension terrible territory
terror terrorist testimony text thaw theft theology theoretical therapist therapy thesis thick thin thirsty thorough
thoughtful threat throat tight timely timing tired tobacco toilet tolerance tongue total tough tourism tournament
toxic traditional tragedy tragic training tram transaction transcript transformation transition translation
transmission transparent transport trap treatment tremendous tricky tropical truthful tutorial typical ugly unable
unaware uncertain uncomfortable understanding unemployment unexpected unfair unhappy unknown unlikely unreal unusual
upset urgency urgent usage useless user usual vacation vaccine vague valuable variable various verbal viable vicious
viewer violation violence violent virus vocabulary volleyball voluntary volunteer voter voucher vulnerability
vulnerable wage waiter warning waste watt weak weakness wealthy weapon wedding weird welfare wet widespread widow
willing willingness winger witness wonderful wooden workforce workplace worldly worried worse worship wrestling
youthful zeppelin
airplane airship anything anyword apostrophe around attentive beamish betterment breezy burrito cane cerebral
challenger cheesecake claw everything firehouse fission granola greenlight griffin guy harmless hopper kimchi kraken
majestic meta moot nutshell peloton photon plasma plausible postscript recharge reign roadhouse rockstar scalar
screaming shun something spindrift stamped submerge tab taco tempeh tensor tire tofu tray tread truly via whereby
windsurf workable`
