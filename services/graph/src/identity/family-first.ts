/** Family names of peoples who write them before the given name; in lower case, without accents. */

const familyNames = new Set(
  `wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie song tang han feng deng cao peng
  zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu ding ren yao lai fang jin qiu xia tan wan chan cheung wong lau leung ng
  kim lee park choi jung kang cho yoon jang lim shin seo kwon hwang ahn yoo hong nguyen tran le pham hoang phan vu vo dang bui do ngo duong
  sato suzuki takahashi tanaka watanabe ito yamamoto nakamura kobayashi kato yoshida yamada sasaki yamaguchi matsumoto inoue kimura hayashi
  shimizu yamazaki mori abe ikeda hashimoto ishikawa ogawa okada fujita goto hasegawa murakami kondo saito sakamoto endo aoki fujii
  nishimura fukuda ota miura fujiwara okamoto matsuda nakajima harada nakano ono tamura takeuchi nagy kovacs toth szabo horvath varga kiss
  molnar nemeth farkas balogh papp takacs juhasz lakatos meszaros olah simon racz fekete szilagyi torok feher balazs gal szucs kocsis pinter
  fodor orsos szalai sipos magyar lukacs gulyas biro kiraly katona laszlo bogdan jakab boros somogyi halasz`.split(/\s+/),
);

/** Whether a word is written before the given name at home, and behind it abroad: Zhang Wei, Wei Zhang. */
export function isFamilyFirst(word: string): boolean {
  return familyNames.has(word);
}
